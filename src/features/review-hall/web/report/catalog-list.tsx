import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { openFile } from '#web/export.ts'
import { formatSize, Fingerprint } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import type { Catalog } from '../../contract/reports.ts'
import type { Report } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import { reportTone } from '../tones.ts'
import { reportReadsOf } from './report-data.ts'

const ContentDialog = lazy(() => import('./content-dialog.tsx').then((m) => ({ default: m.ContentDialog })))
const UploadDialog = lazy(() => import('./upload-dialog.tsx').then((m) => ({ default: m.UploadDialog })))

interface CatalogListProps {
  projectId: string
  report: Report
  /** The part shown beside; null: the whole report. */
  shown: string | null
  onShow: (catalog: Catalog | null) => void
}

/** Parts of the report, each a document of its own: how it stands, look at it, take it, write into it, replace it. */
export function CatalogList({ projectId, report, shown, onShow }: CatalogListProps) {
  const { side } = useReviewAddress()
  const reads = reportReadsOf(side)
  const params = { projectId, reportId: report.reportId }
  const [editing, setEditing] = useState<Catalog | null>(null)
  const [replacing, setReplacing] = useState<Catalog | null>(null)
  const query = useCall(reads.catalogs, { params }, { fresh: 0 })
  const may = (catalog: Catalog, action: string) => catalog.actions.find((a) => a.action === action)
  return (
    <section aria-label="报告目录">
      <h2 className="rv-h2 kb-below-8">
        目录
        <small>
          {report.progress.done}/{report.progress.total} 份已生成
        </small>
      </h2>
      <WhenLoaded query={query}>
        {(catalogs) => (
          <ul className="rv-catalogs">
            {catalogs.map((catalog) => {
              const edit = may(catalog, 'updateContent')
              const upload = may(catalog, 'upload')
              const made = catalog.sha256 !== null
              return (
                <li key={catalog.catalogId}>
                  <button
                    type="button"
                    className="rv-catalog-name kb-left kb-accent"
                    aria-pressed={shown === catalog.catalogId}
                    disabled={!made}
                    onClick={() => onShow(shown === catalog.catalogId ? null : catalog)}
                  >
                    {catalog.label}
                  </button>
                  <StatusTag
                    label={catalog.isUploaded ? '已上传' : catalog.stateLabel}
                    tone={catalog.isUploaded ? 'active' : reportTone(catalog.state)}
                  />
                  {catalog.failure && <p className="kb-span kb-bad">{catalog.failure}</p>}
                  <p className="kb-row kb-flat kb-wrap kb-span kb-note">
                    {made && (
                      <>
                        <span>{formatSize(catalog.size ?? 0)}</span>
                        <Fingerprint hex={catalog.sha256!} />
                      </>
                    )}
                    {catalog.updatedBy && <span>{catalog.updatedBy}</span>}
                    <span className="rv-catalog-acts kb-push">
                      {edit && (
                        <Button
                          type="link"
                          size="small"
                          disabled={edit.reason !== undefined}
                          title={edit.reason}
                          onClick={() => setEditing(catalog)}
                        >
                          {edit.label}
                        </Button>
                      )}
                      {upload && (
                        <Button
                          type="link"
                          size="small"
                          disabled={upload.reason !== undefined}
                          title={upload.reason}
                          onClick={() => setReplacing(catalog)}
                        >
                          {upload.label}
                        </Button>
                      )}
                      {made && (
                        <Button
                          type="link"
                          size="small"
                          aria-label={`下载${catalog.label}`}
                          onClick={() =>
                            void openFile(reads.catalogFile, { params: { ...params, catalogId: catalog.catalogId } })
                          }
                        >
                          下载
                        </Button>
                      )}
                    </span>
                  </p>
                </li>
              )
            })}
          </ul>
        )}
      </WhenLoaded>
      <Suspense fallback={null}>
        {editing && <ContentDialog params={params} catalog={editing} onClose={() => setEditing(null)} />}
        {replacing && <UploadDialog params={params} catalog={replacing} onClose={() => setReplacing(null)} />}
      </Suspense>
    </section>
  )
}
