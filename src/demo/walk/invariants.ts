import { createHash } from 'node:crypto'
import { Exact, lineTotal, sum } from '#contract/money.ts'
import { ORDER_STATUS } from '#features/procurement/engine/order-status.ts'
import { everyAwardedLine, everyUnboughtLine } from '#features/procurement/server/testing/results.ts'
import { FEATURES } from '#server/features.ts'
import { findAlterations } from '#server/integrity.ts'
import { HttpError } from '#server/testing/http-client.ts'
import { type Figure, writtenAs } from './figures.ts'
import { read, type Reading, sideOf } from './readings.ts'
import { type Standing, STRANGER, type Walk } from './walk.ts'

/*
 * What holds after every act of a walk. Each function gives what it finds wrong, in words.
 */

/**
 * Whether a figure is still secret for this reader. A sealed bid is opened before everybody with the marks; a quote is its
 * owner's from the end of its round on, a plain response from the deadline on; rivals learn prices by what is published
 * . What was replaced or taken back before that, nobody reads.
 */
export function isSecret(
  walk: Walk,
  figure: Figure,
  { reader, standing }: { reader: Reading['reader']; standing: Standing },
): boolean {
  if (reader === figure.of) return false
  const { offers, reveal } = walk.method
  const isPublished = standing.isPublicised || standing.isAwarded
  const isOwner = ['owner', 'expert', 'admin'].includes(sideOf(reader))
  if (offers === 'live') return [STRANGER, null].includes(reader) && !isPublished
  if (figure.isGone) return true
  if (reveal === 'opening') return isOwner || figure.kind === 'total' ? !standing.hasRead : !standing.isAwarded
  if (!isOwner) return !isPublished
  if (offers === 'sealed') return figure.round > standing.closedRounds
  return standing.bidEnd === null || walk.t.kernel.clock.now() < standing.bidEnd
}

/** Sealed means sealed: no answer of the server to anybody holds a figure before its time. */
export async function nothingReadable(walk: Walk, standing: Standing, readings: readonly Reading[]): Promise<string[]> {
  const faults: string[] = []
  for (const reading of readings) {
    const secret = walk.figures.all.filter((figure) => isSecret(walk, figure, { reader: reading.reader, standing }))
    if (secret.length === 0) continue
    const { status, text } = await read(walk, reading)
    const where = `${reading.reader ?? 'anybody'} at ${reading.address}`
    if (status >= 500) faults.push(`${status} for ${where}`)
    const found = secret.find((figure) => writtenAs(figure.text).some((written) => text.includes(written)))
    if (found) faults.push(`${where} reads ${found.text} of ${found.of}: …${around(text, found)}…`)
  }
  return faults
}

function around(text: string, figure: Figure): string {
  const at = Math.max(...writtenAs(figure.text).map((written) => text.indexOf(written)))
  return text.slice(Math.max(0, at - 120), at + 60)
}

/** Where plain offers are kept for their supplier, and the offers of an auction. */
const KEPT_PLAIN = ['response', 'response_line']

/** Sealed means sealed: nor does any row of the database, whatever table it is in, but for an unsealed offer's own. */
export async function nothingStored(walk: Walk, standing: Standing): Promise<string[]> {
  if (walk.method.offers === 'live') return []
  const secret = walk.figures.all.filter((figure) => isSecret(walk, figure, { reader: walk.owner, standing }))
  if (secret.length === 0) return []
  const pattern = secret
    .flatMap(({ text }) => writtenAs(text))
    .join('|')
    .replaceAll('.', String.raw`\.`)
  const { rows: tables } = await walk.t.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const looks = tables
    .filter(({ name }) => !KEPT_PLAIN.includes(name))
    .map(({ name }) => `(select '${name}' as name from "${name}" r where r::text ~ $1 limit 1)`)
  const { rows } = await walk.t.owner.query<{ name: string }>(looks.join(' union all '), [pattern])
  return rows.map(({ name }) => `a sealed figure stands in table ${name}`)
}

/**
 * Per line what is awarded is never above what was asked for, and comes to it with what is left unbought; a line is its
 * price × quantity to the cent, a winner's price the sum of its lines.
 */
export async function awardsAddUp({ t, orderId }: Walk): Promise<string[]> {
  const rows = await everyAwardedLine(t.owner, orderId)
  const left = await everyUnboughtLine(t.owner, orderId)
  const faults: string[] = []
  for (const row of rows)
    if (!new Exact(row.amount).eq(lineTotal(row.unitPrice, row.quantity)))
      faults.push(`a line of ${row.quantity} at ${row.unitPrice} comes to ${row.amount}`)
  for (const [winner, lines] of Map.groupBy(rows, ({ resultId, tradeId }) => `${resultId} ${tradeId}`))
    if (!new Exact(sum(lines.map(({ amount }) => amount))).eq(lines[0]!.price))
      faults.push(`the lines of ${winner} do not come to ${lines[0]!.price}`)
  const byItem = Map.groupBy(
    rows.filter(({ itemId }) => itemId !== null),
    ({ resultId, itemId }) => `${resultId} ${itemId}`,
  )
  for (const [key, lines] of byItem) {
    const unbought = left.find(({ resultId, itemId }) => `${resultId} ${itemId}` === key)?.unbought ?? '0'
    const total = sum([...lines.map(({ quantity }) => quantity), unbought])
    if (!new Exact(total).eq(lines[0]!.asked!))
      faults.push(`${total} awarded or unbought of ${lines[0]!.asked} asked for`)
  }
  return faults
}

/** A published notice never changes, nor goes away. */
export async function noticesStand({ t, orderId, notices }: Walk): Promise<string[]> {
  const { rows } = await t.owner.query<{ id: string; text: string }>(
    `select id, concat_ws(' | ', code, kind, title, content, data, content_hash, signature, published_at) as text
    from notice where order_id = $1 and status = 1`,
    [orderId],
  )
  const now = new Map(rows.map(({ id, text }) => [id, createHash('sha256').update(text).digest('hex')]))
  const changed = [...notices].filter(([id, hash]) => now.get(id) !== hash)
  for (const [id, hash] of now) notices.set(id, hash)
  return changed.map(([id]) => `published notice ${id} has changed`)
}

/** While an approval waits nothing else of the order's owner steps forward; the clock and the suppliers go on. */
export function holdsWhileHeld(before: Standing, after: Standing, by: 'owner' | 'other' | 'clock'): string[] {
  if (by !== 'owner' || before.held === null || after.held !== before.held) return []
  const isSame = before.state === after.state && before.counts === after.counts
  return isSame ? [] : [`while ${before.held} waits: ${before.state} ${before.counts} → ${after.state} ${after.counts}`]
}

/**
 * The state moves along one row of the status table by people, along those of the clock by time. The clock goes on while people
 * act: a date that is a second ahead when one looks may lie behind when the act is chosen.
 */
export function movesAsDeclared(
  { method }: Walk,
  [before, after]: readonly [Standing, Standing],
  by: 'people' | 'clock',
): string[] {
  const rows = ORDER_STATUS.rowsOf(method.code)
  const byClock = rows.filter((row) => row.who({ part: 'clock' }, {} as never))
  const step = (from: readonly string[], among: typeof rows) => [
    ...from,
    ...among.flatMap((row) => (row.to && row.from.some((state) => from.includes(state)) ? [row.to] : [])),
  ]
  const byTime = (from: readonly string[]) => step(step(from, byClock), byClock)
  const reached = byTime(by === 'people' ? step(byTime([before.state]), rows) : [before.state])
  return reached.includes(after.state) ? [] : [`${before.state} → ${after.state} is no row of ${method.name}`]
}

/** What the server refuses it refuses in Chinese, and never by breaking. */
export function refusesWell(error: unknown): string[] {
  if (!(error instanceof HttpError))
    return [`not the server's: ${error instanceof Error ? error.stack : String(error)}`]
  if (error.status < 500 && /\p{Script=Han}/u.test(error.body.message)) return []
  return [error.message]
}

/** The audit chains, the log of bids, signed notices and files are as they were written. */
export async function nothingAltered({ t }: Pick<Walk, 't'>): Promise<string[]> {
  const found = await findAlterations(t.kernel, { ownerUrl: t.ownerUrl, features: FEATURES })
  return [...found, ...t.setbacks].map((one) => JSON.stringify(one))
}
