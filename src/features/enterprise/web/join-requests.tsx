import { formatTime } from '#contract/time.ts'
import { decideJoin, type JoinRequest, joinRequests } from '../contract/certification.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { RowActions } from '#web/kit/list-parts.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { MainCell } from '#web/kit/values.tsx'

import { useAction, useCall } from '#web/use-call.ts'

/** People who asked to be taken in, as long as there are any. */
export function Part() {
  const query = useCall(joinRequests, {}, { fresh: 0 })
  const accept = useAction(decideJoin, { success: '已同意，请在“员工”中设置部门、角色与权限' })
  const refuse = useAction(decideJoin, { success: '已拒绝' })
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data?.length) return null
  return (
    <section className="kb-below-24" aria-labelledby="org-joins-title">
      <h2 className="kb-size-13 kb-below-8" id="org-joins-title">
        待处理的加入申请 <span className="kb-note">{query.data.length}</span>
      </h2>
      <DataTable<JoinRequest>
        label="加入申请"
        rows={query.data}
        rowKey={(r) => r.id}
        columns={[
          { key: 'name', title: '申请人', render: (r) => <MainCell title={r.name} code={r.mobile} /> },
          { key: 'message', title: '说明', value: (r) => r.message },
          { key: 'at', title: '申请时间', width: 160, value: (r) => formatTime(r.createdAt) },
        ]}
        renderEnd={(r) => (
          <RowActions
            actions={[
              {
                label: '同意',
                confirm: `同意${r.name}（${r.mobile}）加入本企业？加入后没有任何权限，须另行授予。`,
                onClick: () => accept.run({ params: { id: r.id }, body: { accept: true } }),
              },
              {
                label: '拒绝',
                danger: true,
                confirm: `拒绝${r.name}（${r.mobile}）加入本企业？对方可以再次申请。`,
                onClick: () => refuse.run({ params: { id: r.id }, body: { accept: false } }),
              },
            ]}
          />
        )}
      />
    </section>
  )
}
