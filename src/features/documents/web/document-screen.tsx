import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { Screen as NotFound } from '#web/shell/not-found-screen.tsx'
import { useSession } from '#web/shell/session.ts'
import { useAction } from '#web/use-call.ts'
import { documentFile, documentPage, removeDocument } from '../contract.ts'
import { CATEGORY_CODES, DOCUMENT_CATEGORIES } from '../rules.ts'
import { DocumentDialog } from './document-dialog.tsx'
import { Versions } from './versions.tsx'

type Document = OutputOf<typeof documentPage>['rows'][number]
type Open = { what: 'versions' | 'edit' | 'version'; document: Document } | { what: 'new' } | null

/** Documents of the platform by category. Its administration shares and renews them here too. */
export function Screen() {
  const { workbench, tenant } = useSession()
  const keeps = workbench === 'admin'
  const [open, setOpen] = useState<Open>(null)
  const remove = useAction(removeDocument, { success: '已撤下' })
  const take = ({ documentId, latest }: Document) =>
    void openFile(documentFile, { params: { documentId, number: latest.number } })
  // A tenant without a centre has no such address.
  if (tenant && !tenant.funcList.includes('documentCentre')) return <NotFound />
  return (
    <>
      <ListScreen
        title="文件中心"
        endpoint={documentPage}
        rowKey={(r) => r.documentId}
        tabs={{
          param: 'category',
          tabs: [
            { value: '', label: '全部', countKey: 'all' },
            ...CATEGORY_CODES.map((code) => ({ value: code, label: DOCUMENT_CATEGORIES[code], countKey: code })),
          ],
        }}
        filters={[{ kind: 'text', name: 'keyword', label: '标题' }]}
        columns={[
          {
            key: 'title',
            title: '文件',
            value: (r) => r.title,
            render: (r) => <MainCell title={r.title} code={`${r.latest.name} · ${formatSize(r.latest.size)}`} />,
          },
          { key: 'category', title: '类别', width: 110, value: (r) => DOCUMENT_CATEGORIES[r.category] },
          {
            key: 'version',
            title: '版本',
            width: 100,
            value: (r) => r.latest.number,
            render: (r) => (
              <Button
                type="link"
                size="small"
                aria-label={`第 ${r.latest.number} 版，${r.title}的全部版本`}
                onClick={() => setOpen({ what: 'versions', document: r })}
              >
                第 {r.latest.number} 版
              </Button>
            ),
          },
          { key: 'note', title: '更新说明', value: (r) => r.latest.note },
          { key: 'at', title: '更新时间', width: 150, value: (r) => formatTime(r.latest.uploadedAt) },
        ]}
        rowActions={(r) => [
          { label: '下载', onClick: () => take(r) },
          keeps && { label: '上传新版', onClick: () => setOpen({ what: 'version', document: r }) },
          keeps && { label: '修改', onClick: () => setOpen({ what: 'edit', document: r }) },
          keeps && {
            label: '撤下',
            danger: true,
            confirm: `撤下后采购人不再看到“${r.title}”，上传记录保留。`,
            onClick: () => remove.run({ params: { documentId: r.documentId } }),
          },
        ]}
        {...(keeps ? { primary: { label: '上传文件', onClick: () => setOpen({ what: 'new' }) } } : {})}
        empty={{
          title: '没有共享文件',
          hint: keeps ? '上传后，本平台的采购人即可查看和下载' : '平台发布制度、手册和表单后在此下载',
        }}
      />
      {open?.what === 'versions' && <Versions document={open.document} onClose={() => setOpen(null)} />}
      {open && open.what !== 'versions' && (
        <DocumentDialog
          what={open.what}
          document={'document' in open ? open.document : null}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
