import { Button, Drawer } from 'antd'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useCall } from '#web/use-call.ts'
import { documentFile, documentVersions } from '../contract.ts'

interface VersionsProps {
  document: { documentId: string; title: string }
  onClose: () => void
}

/** Every version of a document; each can still be had. */
export function Versions({ document, onClose }: VersionsProps) {
  const { documentId } = document
  const query = useCall(documentVersions, { params: { documentId } })
  return (
    <Drawer open title={`${document.title}：版本`} size={680} onClose={onClose}>
      <WhenLoaded query={query}>
        {(rows) => (
          <DataTable
            label={`${document.title}的版本`}
            rows={rows}
            rowKey={(r) => String(r.number)}
            columns={[
              { key: 'number', title: '版本', width: 80, value: (r) => `第 ${r.number} 版` },
              {
                key: 'name',
                title: '文件',
                render: (r) => (
                  <>
                    {r.name} <span className="kb-muted">{formatSize(r.size)}</span> <Fingerprint hex={r.sha256} />
                  </>
                ),
              },
              { key: 'note', title: '说明', width: 140, value: (r) => r.note },
              { key: 'at', title: '上传时间', width: 140, value: (r) => formatTime(r.uploadedAt) },
            ]}
            renderEnd={(r) => (
              <Button
                type="link"
                size="small"
                onClick={() => void openFile(documentFile, { params: { documentId, number: r.number } })}
              >
                下载
              </Button>
            )}
          />
        )}
      </WhenLoaded>
    </Drawer>
  )
}
