import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { openFile } from '#web/export.ts'
import { DocumentView } from '#web/kit/document-view.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail, orderFileDownload } from '../../../contract/order.ts'
import { say } from '../../../methods/say.ts'
import { FILE_KINDS } from '../../../rules/enums.ts'
import type { OrderDetail } from '../tones.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import '../buyer.css'

/** One file of an order, to be read in the page; below its project only read. */
export function Screen({ inProject = false }: { inProject?: boolean }) {
  const at = useBuyer()
  const { orderId = '', biddingFileId = '' } = useParams()
  const pages = useOrderPages()
  const query = useCall(orderDetail, { params: { orderId } })
  const input = { params: { orderId, fileId: biddingFileId } }
  return (
    <WhenLoaded query={query}>
      {(order) => {
        const file = order.files.find((one) => one.fileId === biddingFileId)
        const back = { label: order.title, to: inProject ? at.projectOrder(orderId) : pages('publish.detail') }
        const change = inProject ? undefined : changeOf(order, file?.kind)
        if (!file) return <EmptyPage head="文件" back={back} title="文件不存在" hint="可能已从草稿中移除" />
        const kind = say(order, FILE_KINDS[file.kind as keyof typeof FILE_KINDS] ?? '文件')
        return (
          <>
            <PageHead
              title={file.name}
              back={back}
              facts={[kind, formatSize(file.size), <Fingerprint key="hash" hex={file.sha256} />]}
              actions={
                <>
                  {change && (
                    <Link to={pages(change.page, { projectId: order.projectId, kpbFileId: biddingFileId })}>
                      {at.say(change.label)} ›
                    </Link>
                  )}
                  <Button onClick={() => void openFile(orderFileDownload, input)}>下载</Button>
                </>
              }
            />
            <DocumentView endpoint={orderFileDownload} input={input} name={file.name} previewId={file.fileId} />
          </>
        )
      }}
    </WhenLoaded>
  )
}

/** Where a document may be replaced now: in the form of a draft, by a change once it is published. */
function changeOf({ actions }: OrderDetail, kind: string | undefined) {
  const may = (action: string) => actions.some((one) => one.action === action && one.reason === undefined)
  if (may('edit')) return { page: 'publish.form', label: '在编辑页修改' } as const
  return kind === 'document' && may('change')
    ? ({ page: 'documents.change', label: '变更{documents}' } as const)
    : undefined
}
