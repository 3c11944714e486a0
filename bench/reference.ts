import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The plain peer: Fastify and pg over the same tables, rows and isolation (one transaction per request, tenant set for
 * row-level security, the application role), with the same list filters and the same capped count. No contracts, no
 * sessions, no audit, no outbox, no idempotency.
 */
const pool = new pg.Pool({ connectionString: process.env.REFERENCE_URL!, max: 20 })
const company = process.env.REFERENCE_COMPANY!
const user = process.env.REFERENCE_USER!
const app = Fastify({ logger: false })

async function inTenant<T>(mode: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`begin ${mode}; set local app.tenant = '1'`)
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

app.get<{ Querystring: { keyword?: string; pageSize?: string } }>('/orders', (request) =>
  inTenant('read only', async (client) => {
    const like = `%${request.query.keyword ?? ''}%`
    const where = `o.tenant_id = 1 and o.purchaser_company_id = $1 and o.method = 1 and (o.title ilike $2 or o.code ilike $2)`
    const { rows } = await client.query(
      `select o.id, o.project_id, o.code, o.title, o.method, o.state, o.estimated_price, o.bid_end, o.open_at, o.created_at, c.name as purchaser
       from purchase_order o join company c on c.id = o.purchaser_company_id where ${where} order by o.id desc limit 21`,
      [company, like],
    )
    const count = await client.query(
      `select count(*) as n from (select 1 from purchase_order o where ${where} limit 1001) x`,
      [company, like],
    )
    return { rows: rows.slice(0, 20), total: Number(count.rows[0].n) }
  }),
)

interface Item {
  name: string
  unit: string
  quantity: string
  controlPrice: string
}

interface Project {
  name: string
  budget: string
}

interface Order {
  title: string
  estimatedPrice: string
  settings: unknown
}

app.post<{ Body: Project }>('/projects', (request) =>
  inTenant('', async (client) => ({ projectId: await insertProject(client, request.body) })),
)

app.put<{ Params: { id: string }; Body: { items: Item[] } }>('/projects/:id/items', (request) =>
  inTenant('', async (client) => {
    const { items } = request.body
    await client.query('delete from project_item where tenant_id = 1 and project_id = $1', [request.params.id])
    await insertItems(client, request.params.id, items)
    return { count: items.length }
  }),
)

app.post<{ Body: Order & { projectId: string } }>('/orders', (request) =>
  inTenant('', async (client) => ({ orderId: await insertOrder(client, request.body.projectId, request.body) })),
)

app.post<{ Body: Order & { project: Project; items: Item[] } }>('/orders/with-project', (request) =>
  inTenant('', async (client) => {
    const projectId = await insertProject(client, request.body.project)
    await insertItems(client, projectId, request.body.items)
    return { projectId, orderId: await insertOrder(client, projectId, request.body) }
  }),
)

app.post<{ Body: { orderId: string; company: string; price: string } }>('/offers', (request) =>
  inTenant('', async (client) => {
    const { orderId, company: bidder, price } = request.body
    const { rows } = await client.query(
      `select a.seq, a.best, a.ends_at, b.trade_id from auction a
       join trade t on t.tenant_id = a.tenant_id and t.order_id = a.order_id and t.supplier_company_id = $2
       join auction_bidder b on b.tenant_id = a.tenant_id and b.order_id = a.order_id and b.trade_id = t.id
       where a.tenant_id = 1 and a.order_id = $1 and a.status = 1 and a.ends_at > now() for update of a`,
      [orderId, bidder],
    )
    const auction = rows[0]
    if (auction.best !== null && Number(price) > Number(auction.best) - 1000) throw new Error('not low enough')
    const seq = auction.seq + 1
    await client.query(
      `insert into auction_offer (tenant_id, order_id, seq, trade_id, price, at, ends_at, is_extended, hash, receipt, created_by)
       values (1, $1, $2, $3, $4, now(), $5, false, '\\x00', '{}', $6)`,
      [orderId, seq, auction.trade_id, price, auction.ends_at, user],
    )
    await client.query('update auction set seq = $2, best = $3 where tenant_id = 1 and order_id = $1', [
      orderId,
      seq,
      price,
    ])
    return { seq }
  }),
)

app.post<{ Body: { orderId: string; company: string; keyId: string; manifest: object } }>('/bids', (request) =>
  inTenant('', async (client) => {
    const { orderId, company: bidder, keyId, manifest } = request.body
    const { rows } = await client.query(
      `select o.bid_end, o.suite, t.id as trade_id from purchase_order o
       join trade t on t.tenant_id = o.tenant_id and t.order_id = o.id and t.supplier_company_id = $2
       where o.tenant_id = 1 and o.id = $1 and o.bid_end > now() for share of o`,
      [orderId, bidder],
    )
    const { bid_end: deadline, suite, trade_id: tradeId } = rows[0]
    const id = randomUUID()
    await client.query(
      `insert into bid_submission (tenant_id, id, order_id, trade_id, kind, suite, key_id, manifest, manifest_hash, at,
         deadline, log_index, receipt, created_by)
       values (1, $1, $2, $3, 'submitted', $4, $5, $6, '\\x00', now(), $7, $8, '{}', $9)`,
      [id, orderId, tradeId, suite, keyId, JSON.stringify(manifest), deadline, --lastIndex, user],
    )
    return { id }
  }),
)

app.post<{ Body: { account: string; amount: string } }>('/journals', (request) =>
  inTenant('', async (client) => {
    const { account, amount } = request.body
    const { rows } = await client.query(
      'update plain_account set balance = balance + $2 where id = $1 returning balance',
      [account, amount],
    )
    await client.query(
      'insert into plain_entry (account_id, amount, balance, at) values ($1, $2, $3, now()), ($1, -$2::numeric, 0, now())',
      [account, amount, rows[0].balance],
    )
    return {}
  }),
)

/** Below those of the log, which the peer does not keep. */
let lastIndex = 0

async function insertProject(client: pg.PoolClient, { name, budget }: Project): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into project (tenant_id, id, code, name, purchaser_company_id, category, budget, created_by, created_at, updated_at)
     values (1, $1, $2, $3, $4, 'goods', $5, $6, now(), now())`,
    [id, id, name, company, budget, user],
  )
  return id
}

async function insertItems(client: pg.PoolClient, projectId: string, items: readonly Item[]): Promise<void> {
  const values = items.map(
    (_, i) => `(1, $${i * 6 + 1}, $${i * 6 + 2}, ${i + 1}, $${i * 6 + 3}, $${i * 6 + 4}, $${i * 6 + 5}, $${i * 6 + 6})`,
  )
  await client.query(
    `insert into project_item (tenant_id, id, project_id, line, name, unit, quantity, control_price) values ${values.join(',')}`,
    items.flatMap((item) => [randomUUID(), projectId, item.name, item.unit, item.quantity, item.controlPrice]),
  )
}

async function insertOrder(client: pg.PoolClient, projectId: string, order: Order): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into purchase_order (tenant_id, id, project_id, code, title, method, owner_company_id, purchaser_company_id, estimated_price, settings, created_by, created_at, updated_at)
     values (1, $1, $2, $3, $4, 1, $5, $5, $6, $7, $8, now(), now())`,
    [id, projectId, id, order.title, company, order.estimatedPrice, JSON.stringify(order.settings ?? {}), user],
  )
  return id
}

process.send?.({ base: await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) }) })
