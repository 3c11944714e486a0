import { useParams } from 'react-router'
import { Button } from 'antd'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { openFile } from '#web/export.ts'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { useCall } from '#web/use-call.ts'
import { tenderDetail, tenderFileDownload } from '../../contract/supplier.ts'
import { say } from '../../methods/say.ts'
import { DocumentView } from '#web/kit/document-view.tsx'
import { tenderPages } from './tender-pages.ts'
import './supplier.css'

/** A tender document in the page. */
export function Screen() {
  const { orderId = '', biddingFileId = '' } = useParams()
  const query = useCall(tenderDetail, { params: { orderId } })
  return (
    <WhenLoaded query={query}>
      {(tender) => {
        const file = tender.files.find((one) => one.fileId === biddingFileId)
        const back = { label: '项目详情', to: tenderPages(orderId, tender.method)('publish.tender') }
        if (!file)
          return (
            <EmptyPage
              head={say(tender, '{documents}')}
              back={back}
              title="文件不存在"
              hint={say(tender, '报名审核通过后可查看{documents}')}
            />
          )
        const input = { params: { orderId, fileId: file.fileId } }
        return (
          <>
            <PageHead
              title={file.name}
              facts={[tender.title, formatSize(file.size), <Fingerprint key="hash" hex={file.sha256} full />]}
              back={back}
              actions={<Button onClick={() => void openFile(tenderFileDownload, input)}>下载</Button>}
            />
            <DocumentView endpoint={tenderFileDownload} input={input} name={file.name} />
          </>
        )
      }}
    </WhenLoaded>
  )
}
