import { FileList } from '#web/kit/file-list.tsx'
import { FILE_KINDS } from '../../../rules/enums.ts'
import { isLive } from '../../../rules/methods/all.ts'
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
          <h3 className="buyer-subhead">{label}</h3>
          <FileList
            files={order.files.filter((file) => file.kind === kind)}
            pathOf={(file) => `/api/workbench/buyer/orders/${order.orderId}/files/${file.fileId}`}
          />
        </div>
      ))}
      {order.files.length === 0 && <p className="kb-muted">{isLive(order) ? '没有采购文件' : '尚未上传招标文件'}</p>}
    </>
  )
}
