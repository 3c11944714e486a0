import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import type { Loaded } from '#web/use-call.ts'
import type { templateVersions } from '../contract/templates.ts'
import { reviewTag } from './words.ts'

export type TemplateVersion = OutputOf<typeof templateVersions>[number]

interface TemplateVersionsProps {
  name: string
  query: Loaded<TemplateVersion[]>
  /** What may be done with one. */
  renderEnd?: (version: TemplateVersion) => ReactNode
  onClose: () => void
}

/** All versions of a template, and what the platform said of each. */
export function TemplateVersions({ name, query, renderEnd, onClose }: TemplateVersionsProps) {
  return (
    <Drawer open title={`版本：${name}`} size={760} onClose={onClose}>
      <WhenLoaded query={query}>
        {(rows) => (
          <DataTable
            label="版本"
            rows={rows}
            rowKey={(row) => String(row.version)}
            columns={[
              { key: 'version', title: '版本', width: 80, isHead: true, value: (row) => `第 ${row.version} 版` },
              { key: 'text', title: '正文', value: (row) => row.text },
              { key: 'kind', title: '类型', width: 60, value: (row) => (row.isMarketing ? '营销' : '通知') },
              { key: 'review', title: '审核', width: 160, value: reviewText },
              { key: 'by', title: '修改人', width: 80, value: (row) => row.byName },
              { key: 'at', title: '时间', kind: 'time', width: 130, value: (row) => row.at },
            ]}
            {...(renderEnd ? { renderEnd } : {})}
          />
        )}
      </WhenLoaded>
    </Drawer>
  )
}

function reviewText({ review, reviewReason }: TemplateVersion): string {
  return [reviewTag(review).label, reviewReason].filter(Boolean).join('：')
}
