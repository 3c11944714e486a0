import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { orderFileDownload } from '#features/procurement/contract/order.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { openFile } from '#web/export.ts'
import { DocumentView } from '#web/kit/document-view.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useCall } from '#web/use-call.ts'
import { projectFile } from '../contract.ts'

/** One document of a project's orders, read in the page. */
export function Screen({ side }: { side: 'purchaser' | 'agency' }) {
  const { biddingFileId = '' } = useParams()
  const query = useCall(projectFile, { params: { fileId: biddingFileId } })
  return (
    <WhenLoaded query={query}>
      {(file) => {
        const input = { params: { orderId: file.orderId, fileId: file.fileId } }
        const { family } = methodOf(file.method)
        return (
          <>
            <PageHead
              title={file.name}
              back={{ label: file.projectName, to: `/${side}/project/${family.name}/${file.projectId}/detail` }}
              facts={[file.orderCode, formatSize(file.size), <Fingerprint key="hash" hex={file.sha256 ?? ''} />]}
              actions={
                <>
                  <Link to={placeOf({ id: file.orderId, method: file.method }, 'publish.detail', side)}>
                    {file.orderTitle} ›
                  </Link>
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
