import { useCall } from '#web/use-call.ts'
import { checkDocuments } from '../../../contract/order.ts'
import type { OrderDetail } from '../tones.ts'

/** Documents are asked about again while they are being read. Ms. */
const AGAIN_MS = 1500

/** A row of the check before publication; `null` is neither right nor wrong. */
export type CheckRow = [ok: boolean | null, text: string, path?: string]

/** What the documents of a draft state otherwise than its form, and which could not be compared. */
export function useDocumentCheck({ orderId, publishedAt, files }: OrderDetail): CheckRow[] {
  const isDraft = publishedAt === null && files.length > 0
  const ask = { enabled: isDraft, fresh: 0 }
  const first = useCall(checkDocuments, { params: { orderId } }, ask)
  const isReading = isDraft && !first.error && (first.data ?? [{ state: 'reading' }]).some(isBeingRead)
  useCall(checkDocuments, { params: { orderId } }, { ...ask, enabled: isReading, every: AGAIN_MS })
  if (!isDraft) return []
  if (first.error) return [[null, '文件内容暂时无法核对，发布时将再次核对']]
  const documents = first.data ?? []
  const checked = documents.filter(({ state }) => state === 'checked')
  const wrong = documents.flatMap(({ problems }) => problems)
  return [
    ...wrong.map((message): CheckRow => [false, message, 'files']),
    ...(checked.length > 0 && wrong.length === 0
      ? [[true, `${checked.length} 份文件与标段的金额、时间一致`] satisfies CheckRow]
      : []),
    ...documents.flatMap(({ name, state, note }): CheckRow[] =>
      note === '' ? [] : [[null, `《${name}》${state === 'checked' ? '' : '未核对：'}${note}`]],
    ),
    ...(isReading ? [[null, '正在核对文件内容'] satisfies CheckRow] : []),
  ]
}

function isBeingRead({ state }: { state: string }): boolean {
  return state === 'reading'
}
