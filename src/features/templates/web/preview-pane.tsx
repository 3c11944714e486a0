import { Select } from 'antd'
import { useState } from 'react'
import { orderPage } from '#features/procurement/contract/order.ts'
import { useSession } from '#web/shell/session.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { useSettled } from '#web/use-settled.ts'
import type { ContentOf } from '../contract/content.ts'
import { previewTemplate } from '../contract/templates.ts'
import type { TemplateKind } from '../rules/kinds.ts'
import { KindView } from './views/kind-view.tsx'

interface PreviewPaneProps {
  kind: TemplateKind
  scope: string
  content: ContentOf
  /** Something in it can be filled. */
  hasTexts: boolean
}

/** What is written, filled with examples or with one of the own orders; what that order lacks is named. */
export function PreviewPane({ kind, scope, content, hasTexts }: PreviewPaneProps) {
  if (!hasTexts) return <KindView kind={kind} content={content} />
  return <Filled kind={kind} scope={scope} content={content} />
}

function Filled({ kind, scope, content }: Omit<PreviewPaneProps, 'hasTexts'>) {
  const [orderId, setOrderId] = useState<string | null>(null)
  const [keyword, setKeyword] = useState('')
  const { workbench, rights } = useSession()
  const mayLook = workbench !== 'admin' && (rights.has('tendering') || rights.has('agencyTendering'))
  const { data: orders } = useCall(
    orderPage,
    { query: { pageSize: 20, ...(keyword ? { keyword } : {}) } },
    { enabled: mayLook, keep: true, fresh: 60_000 },
  )
  const settled = useSettled(content, 500)
  const query = useCall(
    previewTemplate,
    { params: { kind }, body: { scope, content: settled, orderId } },
    { keep: true },
  )
  const missing = [...new Set(query.data?.missing.map(({ name }) => name) ?? [])]
  return (
    <div className="kb-stack kb-gap-12">
      {mayLook && (
        <Select
          size="small"
          aria-label="预览数据"
          value={orderId ?? ''}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          options={[
            { value: '', label: '示例数据' },
            ...(orders?.rows ?? []).map((row) => ({ value: row.orderId, label: `${row.title}（${row.code}）` })),
          ]}
          onChange={(value) => setOrderId(value || null)}
        />
      )}
      {missing.length > 0 && (
        <p className="kb-size-13 kb-tint-warning" role="status">
          {orderId === null ? '无法填入：' : '该采购单没有：'}
          {missing.map((name) => (
            <code className="kb-after-8" key={name}>{`{{${name}}}`}</code>
          ))}
        </p>
      )}
      {query.data ? (
        <KindView kind={kind} content={query.data.content} filled />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}
