import type { BodyOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { awaitTexts, textsOf } from '#features/attachments/server/public.ts'
import type { Actor } from '#server/actor.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { Caller, Input } from '#server/implement.ts'
import type { publishChange } from '../contract/notice.ts'
import { documentContradictions, documentContradictionText } from '../rules/document-facts.ts'
import type { Order } from './access.ts'
import { orderFilling } from './filling.ts'

/** What was found in a document of an order. */
interface Checked {
  fileId: string
  name: string
  /** Read and compared; not, for the reason in `note`; being read. */
  state: 'checked' | 'unchecked' | 'reading'
  /** What was not compared, and why; empty: all was. */
  note: string
  /** Where it states something else than the order, in words; each keeps the order from being published. */
  problems: string[]
}
type Text = Extract<NonNullable<ReturnType<Awaited<ReturnType<typeof textsOf>>['get']>>, { state: 'read' }>['text']

/** How the documents agree with an order as it is now, as far as they have been read. */
export async function checkedDocuments(
  ctx: Context<Actor | null>,
  order: Order,
  files: readonly { fileId: string; name: string }[],
): Promise<Checked[]> {
  const texts = await textsOf(
    ctx,
    files.map((file) => file.fileId),
  )
  const isAnyRead = [...texts.values()].some(({ state }) => state === 'read')
  const fields = isAnyRead ? (await orderFilling(ctx, order)).values : {}
  return files.map(({ fileId, name }) => {
    const found = texts.get(fileId) ?? { state: 'reading' }
    switch (found.state) {
      case 'reading':
        return { fileId, name, state: 'reading', note: '', problems: [] }
      case 'unread':
        return { fileId, name, state: 'unchecked', note: found.reason, problems: [] }
      case 'read': {
        const { text } = found
        const wrong = documentContradictions(text.lines, { title: order.title, lotNo: order.lotNo, fields })
        const problems = wrong.map((one) => documentContradictionText(one, { file: name, unit: text.unit }))
        return { fileId, name, state: 'checked', note: unreadIn(text), problems }
      }
    }
  })
}

/** Throws `invalid` where a document states something else than the order, told at the field `path`. */
export function demandAgreement(documents: readonly Checked[], path: string): void {
  const problems = documents.flatMap((one) => one.problems.map((message) => ({ path, message })))
  if (problems.length > 0) throw new AppError('invalid', problems[0]!.message, problems)
}

/** Before a draft is published: its documents are read, as far as that is quick. Answers to strangers are the call's. */
export async function awaitOrderTexts(
  kernel: Kernel,
  { params }: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<void> {
  const { orderId } = params as { orderId: string }
  const rows = await inContext(kernel, { ...caller, readOnly: true }, ({ tx, tenantId }) =>
    tx
      .selectFrom('order_file as f')
      .innerJoin('purchase_order as o', (j) => j.onRef('o.tenantId', '=', 'f.tenantId').onRef('o.id', '=', 'f.orderId'))
      .select('f.fileId')
      .where('f.tenantId', '=', tenantId)
      .where('f.orderId', '=', orderId)
      .where('o.ownerCompanyId', '=', caller.actor?.companyId ?? null)
      .where('o.state', '=', 'publish.draft')
      .execute(),
  )
  await awaitTexts(kernel, caller, { fileIds: rows.map((row) => row.fileId) })
}

/** Before a change is published: the own files that come with it are read, as far as that is quick. */
export async function awaitChangeTexts(
  kernel: Kernel,
  { body }: Input<unknown, unknown, unknown>,
  caller: Caller,
): Promise<void> {
  const { files, replacements } = body as BodyOf<typeof publishChange>
  const ids = [...files, ...replacements].map((file) => file.fileId)
  if (ids.length === 0) return
  const rows = await inContext(kernel, { ...caller, readOnly: true }, ({ tx, tenantId }) =>
    tx
      .selectFrom('file_object')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', 'in', ids)
      .where('companyId', '=', caller.actor?.companyId ?? null)
      .execute(),
  )
  await awaitTexts(kernel, caller, { fileIds: rows.map((row) => row.id) })
}

/** What of a document that was read could not be; empty where all was. */
function unreadIn({ unit, total, read, empty }: Text): string {
  const word = unit === 'page' ? '页' : '段'
  return [
    ...(read < total ? [`文件过长，仅核对前 ${read} ${word}，共 ${total} ${word}`] : []),
    ...(empty > 0 ? [`${empty} 页没有可读取的文字，未核对`] : []),
  ].join('；')
}
