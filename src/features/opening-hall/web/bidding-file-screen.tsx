import { Button, Tabs } from 'antd'
import { useParams } from 'react-router'
import { orderDetail, orderFileDownload } from '#features/procurement/contract/order.ts'
import { openFile } from '#web/export.ts'
import { DocumentView } from '#web/kit/document-view.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { useCall } from '#web/use-call.ts'
import { useHallAddress } from './addresses.ts'

/** Files of the electronic tender file, to be read one after the other; their ids stand in the address. */
export function Screen() {
  const { attachmentIds = '' } = useParams()
  const { orderId, order: back } = useHallAddress()
  const query = useCall(orderDetail, { params: { orderId } })
  return (
    <WhenLoaded query={query}>
      {(order) => {
        const wanted = attachmentIds.split(',')
        const files = order.files.filter((file) => wanted.includes(file.fileId))
        const to = { label: order.title, to: back }
        if (files.length === 0)
          return <EmptyPage head="招标文件预览" back={to} title="文件不存在" hint="可能已从草稿中移除" />
        return (
          <>
            <PageHead title="招标文件预览" back={to} facts={[order.code]} />
            <Tabs
              destroyOnHidden
              items={files.map((file) => {
                const input = { params: { orderId, fileId: file.fileId } }
                return {
                  key: file.fileId,
                  label: file.name,
                  children: (
                    <>
                      <p className="kb-muted">
                        {formatSize(file.size)} <Fingerprint hex={file.sha256} />{' '}
                        <Button type="link" size="small" onClick={() => void openFile(orderFileDownload, input)}>
                          下载
                        </Button>
                      </p>
                      <DocumentView
                        endpoint={orderFileDownload}
                        input={input}
                        name={file.name}
                        previewId={file.fileId}
                      />
                    </>
                  ),
                }
              })}
            />
          </>
        )
      }}
    </WhenLoaded>
  )
}
