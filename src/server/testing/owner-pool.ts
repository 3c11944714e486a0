import pg from 'pg'

/** Connections as the database's owner, which a test may drop with the database while one of them is still closing. */
export function ownerPool(url: string, max = 1): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', ignoreError)
  pool.on('connect', (client) => client.on('error', ignoreError))
  return pool
}

function ignoreError(): void {}
