import { FEATURES } from '#server/features.ts'
import { HttpError } from '#server/testing/http-client.ts'
import { workbenchOf } from '../cast.ts'
import { type Account, PEOPLE } from '../people.ts'
import { STRANGER, SUPPLIERS, type Walk } from './walk.ts'

/** Nothing of an order stands there. */
const ELSEWHERE = ['tenancy', 'passport', 'enterprise', 'organisation', 'attachments']
/** Part of an address that names the side it is for. */
const SIDES: readonly (readonly [string, RegExp])[] = [
  ['owner', /\/(buyer|purchaser)\b/],
  ['supplier', /\/supplier\b/],
  ['expert', /\/experts?\b/],
  ['admin', /^\/admin\b/],
]

/** Every call that reads, by address; what is made for paper or spreadsheets is left out, its figures come from these. */
const READS = FEATURES.filter(({ name }) => !ELSEWHERE.includes(name)).flatMap(({ routes }) =>
  routes
    .filter(({ endpoint: { method, answer } }) => method === 'GET' && answer !== 'file')
    .map(({ endpoint: { path } }) => ({ path, side: SIDES.find(([, pattern]) => pattern.test(path))?.[0] ?? null })),
)

/** Who looks; null: nobody that is known. */
type Reader = Account | null
export const READERS: readonly Reader[] = ['buyer', 'agent', ...SUPPLIERS, STRANGER, 'expert1', 'admin', null]

/** One look of somebody at an order. */
export interface Reading {
  reader: Reader
  /** With its parameters. */
  address: string
}

/** All looks at an order that anybody can take, by the addresses of its records. */
export async function readingsOf({ t, orderId }: Walk): Promise<Reading[]> {
  const { rows } = await t.owner.query<{ name: string; id: string }>(
    `select 'orderId' as name, $1 as id union all select 'id', $1 union all select 'projectId', $1
    union all select 'projectId', project_id::text from purchase_order where id::text = $1
    union all select 'noticeId', id::text from notice where order_id::text = $1
    union all select 'objectionId', id::text from objection where order_id::text = $1
    union all select 'roundId', id::text from quote_round where order_id::text = $1
    union all select unnest(array['tradeId', 'bidderId']), id::text from trade where order_id::text = $1
    union all select 'itemId', i.id::text from project_item i join purchase_order o on o.project_id = i.project_id
      where o.id::text = $1`,
    [orderId],
  )
  const ids = Map.groupBy(rows, ({ name }) => name)
  const fill = (path: string): string[] => {
    const name = /\{(\w+)\}/.exec(path)?.[1]
    if (name === undefined) return [path]
    return (ids.get(name) ?? []).flatMap(({ id }) => fill(path.replaceAll(`{${name}}`, id)))
  }
  return READS.flatMap(({ path, side }) => {
    const readers = READERS.filter((reader) => side === null || side === sideOf(reader))
    return fill(path).flatMap((address) => readers.map((reader) => ({ reader, address })))
  })
}

export function sideOf(reader: Reader): string {
  if (reader === null) return 'nobody'
  const workbench = workbenchOf(reader)
  return workbench === 'purchaser' || workbench === 'agency' ? 'owner' : workbench
}

/** The raw answer, a refusal included. */
export async function read({ t, cast }: Walk, { reader, address }: Reading): Promise<{ status: number; text: string }> {
  const client = reader === null ? t.client() : await cast.as(reader)
  if (reader === null) client.tenantId = PEOPLE.buyer.tenantId
  try {
    const response = await client.fetch('GET', `/api${address}`)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, text: JSON.stringify(error.body) }
    throw error
  }
}
