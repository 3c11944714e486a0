import { Button, Select } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { materialSheet, templateVersion } from '../contract/templates.ts'
import type { TemplateKind } from '../rules/kinds.ts'
import type { TemplateDetail } from './template-data.ts'
import { DRAFT } from './version-draft.ts'
import { KindView } from './views/kind-view.tsx'

const Difference = lazy(() => import('./difference.tsx').then((m) => ({ default: m.Difference })))

/** Published versions, each to be read, and the differences between any two of them and the draft. */
export function VersionList({ kind, template }: { kind: TemplateKind; template: TemplateDetail }) {
  const { versions, hasChanges } = template
  const [read, setRead] = useState<string | null>(null)
  const [pair, setPair] = useState<[string, string] | null>(null)
  if (versions.length === 0) return <EmptyState title="还没有发布过" hint="发布后成为第 1 版，编号连续，不可修改" />
  const labelOf = (no: number) => `第 ${no} 版`
  const options = [
    ...(hasChanges ? [{ value: DRAFT, label: '未发布的修改' }] : []),
    ...versions.map((v) => ({ value: v.versionId, label: labelOf(v.versionNo) })),
  ]
  const compare = (older: string, newer: string) => {
    setRead(null)
    setPair([older, newer])
  }
  return (
    <>
      <DataTable
        label="版本"
        rows={versions}
        rowKey={(v) => v.versionId}
        columns={[
          { key: 'no', title: '版本', width: 80, value: (v) => labelOf(v.versionNo) },
          { key: 'note', title: '说明', value: (v) => v.note },
          { key: 'by', title: '发布人', width: 110, value: (v) => v.publishedBy },
          { key: 'at', title: '发布时间', width: 150, value: (v) => formatTime(v.publishedAt) },
          { key: 'uses', title: '采购单', kind: 'number', width: 80, value: (v) => v.uses },
          { key: 'hash', title: '指纹', width: 170, render: (v) => <Fingerprint hex={v.contentHash} /> },
        ]}
        renderEnd={(v) => {
          const before = versions.find((one) => one.versionNo === v.versionNo - 1)
          return (
            <span className="kb-row-actions">
              <Button
                type="link"
                size="small"
                onClick={() => {
                  setPair(null)
                  setRead(read === v.versionId ? null : v.versionId)
                }}
              >
                {read === v.versionId ? '收起' : '查看'}
              </Button>
              {before && (
                <Button type="link" size="small" onClick={() => compare(before.versionId, v.versionId)}>
                  与上版比较
                </Button>
              )}
              {kind === 'material' && (
                <Button
                  type="link"
                  size="small"
                  onClick={() => void openFile(materialSheet, { params: { versionId: v.versionId } })}
                >
                  下载表格
                </Button>
              )}
            </span>
          )
        }}
      />
      {options.length > 1 && (
        <div className="tpl-compare kb-row kb-wrap kb-size-13 kb-above-12 kb-below-12">
          <span>比较</span>
          <Select
            size="small"
            aria-label="较早的版本"
            placeholder="较早的版本"
            value={pair?.[0] ?? null}
            options={options}
            onChange={(value: string) => compare(value, pair?.[1] ?? options[0]!.value)}
          />
          <span>与</span>
          <Select
            size="small"
            aria-label="较新的版本"
            placeholder="较新的版本"
            value={pair?.[1] ?? null}
            options={options}
            onChange={(value: string) => compare(pair?.[0] ?? options.at(-1)!.value, value)}
          />
          {pair && (
            <Button size="small" type="text" onClick={() => setPair(null)}>
              关闭
            </Button>
          )}
        </div>
      )}
      {read && <Read kind={kind} versionId={read} />}
      {pair && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Difference kind={kind} draft={template.content} pair={pair} />
        </Suspense>
      )}
    </>
  )
}

function Read({ kind, versionId }: { kind: TemplateKind; versionId: string }) {
  const query = useCall(templateVersion, { params: { versionId } }, { fresh: Infinity })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={6} />
  return (
    <div className="kb-above-12">
      <h3>
        第 {query.data.versionNo} 版《{query.data.name}》
      </h3>
      <p className="kb-muted">
        SHA-256 <Fingerprint hex={query.data.contentHash} full />
      </p>
      <KindView kind={kind} content={query.data.content} />
    </div>
  )
}
