/** The tables of the history database and their version. Data only. */

/** Raised with every change of the tables: a file of another version is refused and left as it is. */
export const SCHEMA_VERSION = 1

/** Prices and volumes are exact decimal text; times are ms since epoch, UTC. */
export const SCHEMA = `
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    symbol TEXT NOT NULL,
    UNIQUE (venue, symbol)
  ) STRICT;
  -- length: ms, a minute or the one shorter interval; longer ones are folded from the minute.
  -- whole: every trade of the candle is in it.
  CREATE TABLE candle (
    series INTEGER NOT NULL REFERENCES series,
    length INTEGER NOT NULL,
    open_time INTEGER NOT NULL,
    open TEXT NOT NULL,
    high TEXT NOT NULL,
    low TEXT NOT NULL,
    close TEXT NOT NULL,
    volume TEXT NOT NULL,
    whole INTEGER NOT NULL,
    PRIMARY KEY (series, length, open_time)
  ) STRICT, WITHOUT ROWID;
  -- The times of which every trade is known; see shared/domain/candleCoverage.ts.
  CREATE TABLE known (
    series INTEGER NOT NULL REFERENCES series,
    from_time INTEGER NOT NULL,
    to_time INTEGER NOT NULL,
    cursor TEXT,
    ended INTEGER NOT NULL,
    PRIMARY KEY (series, from_time)
  ) STRICT, WITHOUT ROWID;
`
