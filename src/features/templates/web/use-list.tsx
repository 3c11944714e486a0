import { Link } from 'react-router'
import { DataTable } from '#web/kit/data-table.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { templateUses } from '../contract/templates.ts'
import type { TemplateDetail } from './template-data.ts'

/** Which orders a template went into. */
export function UseList({ template }: { template: TemplateDetail }) {
  const { workbench } = useSession()
  const isPlatform = workbench === 'admin'
  const query = useCall(
    templateUses,
    { params: { templateId: template.templateId }, query: { pageSize: 50 } },
    { enabled: !isPlatform },
  )
  if (isPlatform) return <p className="kb-muted">各单位的 {template.uses} 个采购单使用过；平台不查看是哪些采购单。</p>
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={3} />
  const { rows, total } = query.data
  if (rows.length === 0) return <EmptyState title="还没有采购单使用" hint="选用或套用后在此列出" />
  const side = workbench === 'agency' ? 'agency' : 'purchaser'
  return (
    <>
      <DataTable
        label="使用情况"
        rows={rows}
        rowKey={(r) => r.useId}
        columns={[
          {
            key: 'order',
            title: '采购单',
            render: (r) => <Link to={`/${side}/bidding/orders/${r.orderId}/info`}>{r.orderTitle}</Link>,
          },
          { key: 'code', title: '编号', width: 190, value: (r) => r.orderCode },
          { key: 'purpose', title: '用作', width: 130, value: (r) => r.purpose },
          { key: 'version', title: '版本', width: 80, value: (r) => `第 ${r.versionNo} 版` },
          { key: 'by', title: '使用人', width: 100, value: (r) => r.usedBy },
          { key: 'at', title: '时间', kind: 'time', width: 130, value: (r) => r.usedAt },
        ]}
      />
      {total > rows.length && (
        <p className="kb-muted">
          仅列出最近 {rows.length} 条，共 {total} 条。
        </p>
      )}
    </>
  )
}
