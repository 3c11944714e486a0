import type { BodyOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { demandOwnFiles } from '#server/files/own-files.ts'
import type { updateOrder } from '../contract/order.ts'
import { methodFor, type Run } from '../methods/all.ts'
import { OPENING_KINDS } from '../rules/enums.ts'
import { doc } from '../rules/rich-text.ts'

type Fields = BodyOf<typeof updateOrder>
/** What decides which notice opens an order. */
type Opened = Run & { id: string }

/** The notice that opens an order: its draft, or the published text. */
export async function announcementOf(ctx: Context<Employee>, order: Opened) {
  const row = await ctx.one(
    'notice',
    { orderId: order.id, kind: OPENING_KINDS },
    { columns: ['id', 'title', 'content', 'status'] },
  )
  return row && { id: row.id, title: row.title, content: row.content, isPublished: row.status === 1 }
}

/** Refuses documents that the own company has not uploaded, unless they are `kept`. */
export async function demandDocuments(
  ctx: Context<Employee>,
  files: Fields['files'],
  kept: string[] = [],
): Promise<void> {
  const ids = files.map((f) => f.fileId)
  await demandOwnFiles(ctx, ids, { use: 'tender-document', by: 'company', kept })
}

/** Files and announcement of a draft, as the form has them now. */
export async function saveParts(ctx: Context<Employee>, order: Opened, { files, announcement }: Fields): Promise<void> {
  const kept = await ctx.tx
    .deleteFrom('order_file')
    .where('tenantId', '=', ctx.tenantId)
    .where('orderId', '=', order.id)
    .returning('fileId')
    .execute()
  await demandDocuments(
    ctx,
    files,
    kept.map((f) => f.fileId),
  )
  if (files.length > 0) await filesInsert(ctx, order.id, files.map(fileColumns)).execute()
  await saveAnnouncement(ctx, order, announcement)
}

/** A file of the form as columns. */
export function fileColumns({ fileId, kind, name }: Fields['files'][number]) {
  return { fileId, kind, name }
}

/** Writes at least one file of an order. */
export function filesInsert(
  ctx: Context<Employee>,
  orderId: string,
  files: readonly { fileId: string; kind: string; name: string }[],
) {
  const own = { tenantId: ctx.tenantId, orderId, createdAt: ctx.clock.now() }
  return ctx.tx.insertInto('order_file').values(files.map((file) => ({ ...own, id: ctx.newId(), ...file })))
}

interface Announcement {
  title: string
  content: unknown
}

/** The opening notice of a draft, as it is to be published. */
export async function saveAnnouncement(ctx: Context<Employee>, order: Opened, given: Announcement): Promise<void> {
  const existing = await announcementOf(ctx, order)
  const save = existing
    ? ctx.tx
        .updateTable('notice')
        .set(announcementValues(ctx, given))
        .where('tenantId', '=', ctx.tenantId)
        .where('id', '=', existing.id)
    : announcementInsert(ctx, order, given)
  await save.execute()
}

/** Writes the opening notice of an order that has none. */
export function announcementInsert(ctx: Context<Employee>, order: Opened, given: Announcement) {
  const id = ctx.newId()
  const values = announcementValues(ctx, given)
  return ctx.tx.insertInto('notice').values({
    tenantId: ctx.tenantId,
    id,
    orderId: order.id,
    kind: methodFor(order).opens,
    // The running code is given when it is published.
    code: `draft-${id}`,
    createdBy: ctx.actor.userId,
    createdAt: values.updatedAt,
    ...values,
  })
}

function announcementValues(ctx: Context<Employee>, { title, content }: Announcement) {
  return { title, content: JSON.stringify(content ?? doc()), updatedAt: ctx.clock.now() }
}
