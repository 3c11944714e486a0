import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { logRecord } from '#server/public-log.ts'
import type { NoticeKind } from '../rules/enums.ts'
import { noticeLabel } from '../methods/notices.ts'
import type { RichNode } from '../rules/rich-text.ts'
import type { Order } from './access.ts'
import { textAsPublished } from './notice-text.ts'
import { hiddenLotProblems } from './package-lots.ts'

/** A text to be published; it can never be changed afterwards, not even by the owner of the database. */
export interface NoticeText {
  kind: NoticeKind
  title: string
  content: RichNode
  /** Structured part: schedule, candidates, winner, reason. Goes into the hash. */
  data?: Record<string, unknown>
  needsConfirmation?: boolean
  /** Until when it is publicised. */
  publicityEnd?: Date
  /** Throws where the text, as it will be published, lacks what it must say. */
  check?: (content: RichNode) => void
  /** The saved draft that becomes the notice. */
  draftId?: string
  /** False where another notice says the same already, so that lists leave it out. */
  isListed?: boolean
}

/** What the hash of a notice covers: everything a reader sees, and the place it belongs to. */
export interface NoticeFacts {
  tenantId: number
  orderCode: string
  code: string
  kind: number
  title: string
  content: unknown
  data: unknown
  publishedAt: string
  publicityEnd: string | null
}

/**
 * Publishes a notice of an order: writes its live fields down, gives it its code, hash and signature, records the fact and
 * tells everybody. Throws `invalid` while a placeholder is unresolved, or where the text contradicts the order. Emits `notice.published` {noticeId, orderId, kind}.
 */
export async function storeNotice(
  ctx: Context<Actor>,
  order: Order,
  text: NoticeText,
): Promise<{ noticeId: string; code: string; contentHash: string }> {
  const { title, content, problems: wrong } = await textAsPublished(ctx, order, text)
  const problems = [...wrong, ...(await hiddenLotProblems(ctx, order, { title, content, data: text.data }))]
  if (problems.length > 0)
    throw new AppError(
      'invalid',
      problems[0],
      problems.map((message) => ({ path: 'content', message })),
    )
  text.check?.(content)
  const now = ctx.clock.now()
  const code = await nextNoticeCode(ctx, order)
  const data = text.data ?? {}
  const publicityEnd = text.publicityEnd ?? null
  const hash = noticeHash(
    factsOf(
      { code, kind: text.kind, title, content, data, publishedAt: now, publicityEnd },
      { tenantId: ctx.tenantId, orderCode: order.code },
    ),
  )
  const values = {
    kind: text.kind,
    code,
    title,
    content: JSON.stringify(content),
    data: JSON.stringify(data),
    needsConfirmation: text.needsConfirmation ?? false,
    status: 1,
    isListed: text.isListed ?? true,
    contentHash: hash,
    signature: sign(null, hash, signingKey(ctx)).toString('base64'),
    publicityEnd,
    updatedAt: now,
    publishedAt: now,
  }
  const noticeId = text.draftId ?? ctx.newId()
  if (text.draftId) {
    await ctx.update('notice', { id: text.draftId, orderId: order.id }, values)
  } else {
    await ctx.insert('notice', {
      id: noticeId,
      orderId: order.id,
      createdBy: ctx.actor.userId,
      createdAt: now,
      ...values,
    })
  }
  const contentHash = hash.toString('hex')
  proveNotice(ctx, order.id, { noticeId, contentHash, data })
  ctx.audit({
    action: 'notice.publish',
    entity: 'order',
    entityId: order.id,
    summary: `发布${noticeLabel(text.kind, order)}《${title}》（${code}）`,
    data: { noticeId, code, kind: text.kind, contentHash },
  })
  ctx.emit({
    kind: 'notice.published',
    payload: { noticeId, orderId: order.id, kind: text.kind },
    topics: [`order:${order.id}`],
  })
  return { noticeId, code, contentHash }
}

/**
 * In the public log: the notice by its own hash, the schedule and the documents that it puts into force as texts, and each
 * document by its hash, by which whoever holds the file finds it.
 */
function proveNotice(
  ctx: Context<Actor>,
  orderId: string,
  { noticeId, contentHash, data }: { noticeId: string; contentHash: string; data: Record<string, unknown> },
): void {
  logRecord(ctx, { type: 'notice', subject: orderId, hash: contentHash })
  const prove = (type: 'schedule' | 'document', content: object) =>
    logRecord(ctx, {
      type,
      subject: orderId,
      text: canonical({ type: `kaibiao.${type}/1`, tenantId: String(ctx.tenantId), orderId, noticeId, ...content }),
    })
  const { schedule, files, replacements } = data
  if (schedule) prove('schedule', { schedule })
  const documents = [...listOf<Hashed>(files), ...listOf<{ to: Hashed }>(replacements).map(({ to }) => to)]
  if (documents.length === 0) return
  prove('document', { files, replacements })
  for (const { sha256 } of documents) logRecord(ctx, { type: 'document', subject: orderId, hash: sha256 })
}

interface Hashed {
  /** Hex. */
  sha256: string
}

function listOf<T>(list: unknown): T[] {
  return Array.isArray(list) ? (list as T[]) : []
}

/** SHA-256 over the canonical JSON (keys sorted, no white space, UTF-8) of the facts. */
export function noticeHash(facts: NoticeFacts): Buffer {
  return createHash('sha256').update(noticeBytes(facts)).digest()
}

/** Those of a notice as it is stored. */
export function factsOf(
  { code, kind, title, content, data, publishedAt, publicityEnd }: StoredNotice,
  place: Pick<NoticeFacts, 'tenantId' | 'orderCode'>,
): NoticeFacts {
  return {
    ...place,
    code,
    kind,
    title,
    content,
    data,
    publishedAt: publishedAt!.toISOString(),
    publicityEnd: publicityEnd?.toISOString() ?? null,
  }
}

interface StoredNotice extends Pick<NoticeFacts, 'code' | 'kind' | 'title' | 'content' | 'data'> {
  publishedAt: Date | null
  publicityEnd: Date | null
}

/** The bytes that the hash of a notice covers. */
export function noticeBytes(facts: NoticeFacts): Buffer {
  return Buffer.from(canonical(facts))
}

/** The service's Ed25519 public key for notices, PEM (SPKI). */
export function noticePublicKey(ctx: Pick<Context<null>, 'key'>): string {
  return createPublicKey(signingKey(ctx)).export({ type: 'spki', format: 'pem' }).toString()
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

function signingKey(ctx: Pick<Context<null>, 'key'>): KeyObject {
  const der = Buffer.concat([PKCS8_ED25519, ctx.key('notice signature')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

async function nextNoticeCode(ctx: Context<Actor>, order: Order): Promise<string> {
  const row = await ctx.tx
    .selectFrom('notice')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .where('status', '=', 1)
    .executeTakeFirstOrThrow()
  return `${order.code}-${String(row.n + 1).padStart(2, '0')}`
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const entries = Object.entries(value as Record<string, unknown>).filter(([, v]) => v !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`
}
