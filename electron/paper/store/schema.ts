/** The tables of the paper broker's database, by version. Column names are the field names of `bookkeeping/records.ts`. */

export const PAPER_FILE = 'paper.sqlite'

/** Increase with every change of the tables, with a step in `earlierSchemas.ts`. A file of another version is refused. */
export const SCHEMA_VERSION = 4

/** `PRAGMA application_id` while a broker has the file open. A broker that closes it sets 0, so a later start knows whether the write-ahead log must be there. */
export const IN_USE = 0x6f70_6974

/** Decimals are canonical text, times are ms since epoch. `sequence` is the order of insertion. */
export const SCHEMA = `
  CREATE TABLE customers (
    code TEXT PRIMARY KEY,
    balance TEXT NOT NULL
  ) STRICT;
  CREATE TABLE positions (
    customerCode TEXT NOT NULL, symbol TEXT NOT NULL, size TEXT NOT NULL, cost TEXT NOT NULL,
    PRIMARY KEY (customerCode, symbol)
  ) STRICT;
  CREATE INDEX positionsOfSymbol ON positions (symbol);
  CREATE TABLE leverages (
    customerCode TEXT NOT NULL, symbol TEXT NOT NULL, leverage INTEGER NOT NULL,
    PRIMARY KEY (customerCode, symbol)
  ) STRICT;
  CREATE TABLE fees (
    customerCode TEXT NOT NULL, symbol TEXT NOT NULL, maker TEXT NOT NULL, taker TEXT NOT NULL,
    PRIMARY KEY (customerCode, symbol)
  ) STRICT;
  CREATE TABLE orders (
    sequence INTEGER PRIMARY KEY,
    customerCode TEXT NOT NULL, referenceId TEXT NOT NULL, symbol TEXT NOT NULL, side TEXT NOT NULL, type TEXT NOT NULL,
    amount TEXT NOT NULL, cashAmount TEXT, limitPrice TEXT, triggerPrice TEXT, stopLossPrice TEXT, takeProfitPrice TEXT,
    timeInForce TEXT NOT NULL, leverage INTEGER,
    status TEXT NOT NULL, filledAmount TEXT NOT NULL, filledQuote TEXT NOT NULL, triggeredAt REAL,
    createdAt REAL NOT NULL, updatedAt REAL NOT NULL,
    UNIQUE (customerCode, referenceId)
  ) STRICT;
  CREATE INDEX liveOrders ON orders (customerCode, symbol) WHERE status IN ('open', 'partially_filled', 'untriggered');
  CREATE TABLE trades (
    sequence INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE, customerCode TEXT NOT NULL, type TEXT NOT NULL, symbol TEXT NOT NULL, referenceId TEXT,
    side TEXT NOT NULL, price TEXT NOT NULL, amount TEXT NOT NULL, quote TEXT NOT NULL, fee TEXT NOT NULL,
    realisedPnl TEXT NOT NULL, liquidity TEXT, createdAt REAL NOT NULL
  ) STRICT;
  CREATE INDEX tradesOfCustomer ON trades (customerCode, sequence);
  CREATE TABLE movements (
    sequence INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE, customerCode TEXT NOT NULL, type TEXT NOT NULL, status TEXT NOT NULL, asset TEXT NOT NULL,
    signedAmount TEXT NOT NULL, symbol TEXT, realisedPnl TEXT, referenceId TEXT, markPrice TEXT, fundingRate TEXT,
    createdAt REAL NOT NULL, updatedAt REAL NOT NULL
  ) STRICT;
  CREATE INDEX movementsOfCustomer ON movements (customerCode, sequence);
  CREATE INDEX pendingMovements ON movements (customerCode) WHERE status = 'pending';
  CREATE TABLE usedNonces (
    publicKey TEXT NOT NULL, nonce INTEGER NOT NULL,
    PRIMARY KEY (publicKey, nonce)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE webhooks (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE, keyId TEXT NOT NULL, url TEXT NOT NULL, includeAllEvents INTEGER NOT NULL, eventTypes TEXT NOT NULL,
    publicKey TEXT NOT NULL, privateKeyPem TEXT NOT NULL, createdAt REAL NOT NULL
  ) STRICT;
`
