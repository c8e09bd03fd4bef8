/** Brings the tables of earlier versions of the paper broker's database forward, one version a step. Each step runs within a transaction of its caller. */

import type { DatabaseSync } from 'node:sqlite'

const columnsOf = (database: DatabaseSync, table: string): readonly string[] =>
  database
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map((row) => String(row['name']))

/** Positions have an index, customers have fee rates, trades may lack an order, and movements name mark price and funding rate. */
function fromVersion1(database: DatabaseSync): void {
  database.exec(`
    CREATE INDEX positionsOfSymbol ON positions (symbol);
    CREATE TABLE fees (
      customerCode TEXT NOT NULL, symbol TEXT NOT NULL, maker TEXT NOT NULL, taker TEXT NOT NULL,
      PRIMARY KEY (customerCode, symbol)
    ) STRICT;
    ALTER TABLE movements ADD COLUMN markPrice TEXT;
    ALTER TABLE movements ADD COLUMN fundingRate TEXT;
    CREATE TABLE tradesOfVersion2 (
      sequence INTEGER PRIMARY KEY,
      code TEXT NOT NULL UNIQUE, customerCode TEXT NOT NULL, type TEXT NOT NULL, symbol TEXT NOT NULL, referenceId TEXT,
      side TEXT NOT NULL, price TEXT NOT NULL, amount TEXT NOT NULL, quote TEXT NOT NULL, fee TEXT NOT NULL,
      realisedPnl TEXT NOT NULL, liquidity TEXT, createdAt REAL NOT NULL
    ) STRICT;
    INSERT INTO tradesOfVersion2 SELECT * FROM trades;
    DROP TABLE trades;
    ALTER TABLE tradesOfVersion2 RENAME TO trades;
    CREATE INDEX tradesOfCustomer ON trades (customerCode, sequence);
  `)
}

/** Used nonces are stored. */
function fromVersion2(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE usedNonces (
      publicKey TEXT NOT NULL, nonce INTEGER NOT NULL,
      PRIMARY KEY (publicKey, nonce)
    ) STRICT, WITHOUT ROWID;
  `)
}

/** Files of version 3 have one of three shapes: without webhooks, without triggers of orders, or with both. */
function fromVersion3(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS webhooks (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE, keyId TEXT NOT NULL, url TEXT NOT NULL, includeAllEvents INTEGER NOT NULL, eventTypes TEXT NOT NULL,
      publicKey TEXT NOT NULL, privateKeyPem TEXT NOT NULL, createdAt REAL NOT NULL
    ) STRICT;
  `)
  if (columnsOf(database, 'orders').includes('triggerPrice')) return
  database.exec(`
    ALTER TABLE orders ADD COLUMN triggerPrice TEXT;
    ALTER TABLE orders ADD COLUMN stopLossPrice TEXT;
    ALTER TABLE orders ADD COLUMN takeProfitPrice TEXT;
    ALTER TABLE orders ADD COLUMN triggeredAt REAL;
    DROP INDEX restingOrders;
    CREATE INDEX liveOrders ON orders (customerCode, symbol) WHERE status IN ('open', 'partially_filled', 'untriggered');
  `)
}

/** The step at place n brings version n + 1 to the next. */
export const STEPS: readonly ((database: DatabaseSync) => void)[] = [fromVersion1, fromVersion2, fromVersion3]
