import { say } from '../../../methods/say.ts'
import { FileList } from '#web/kit/file-list.tsx'
import { FILE_KINDS } from '../../../rules/enums.ts'
import { methodOf } from '../../../methods/all.ts'
import { NoticeList } from '../notice-list.tsx'
import type { OrderDetail } from '../tones.ts'

/** Notices as published, files with their fingerprints. */
export function DocumentsSection({ order }: { order: OrderDetail }) {
  const kinds = Object.entries(FILE_KINDS).filter(([kind]) => order.files.some((file) => file.kind === kind))
  return (
    <>
      <NoticeList orderId={order.orderId} notices={order.notices} />
      {kinds.map(([kind, label]) => (
        <div key={kind}>
          <h3 className="buyer-subhead">{say(order, label)}</h3>
          <FileList
            files={order.files.filter((file) => file.kind === kind)}
            pathOf={(file) => `/api/workbench/buyer/orders/${order.orderId}/files/${file.fileId}`}
          />
        </div>
      ))}
      {order.files.length === 0 && (
        <p className="kb-muted">
          {say(order, methodOf(order.method).documents === 'demanded' ? '尚未上传{documents}' : '没有{documents}')}
        </p>
      )}
    </>
  )
}
