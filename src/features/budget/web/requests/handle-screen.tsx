import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { toast } from '#web/feedback.ts'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useSession } from '#web/shell/session.ts'
import { createPurchasePlan, mergeRequests, requestPage } from '../../contract/request.ts'
import { requestColumns, REQUEST_TABS } from './columns.tsx'
import { RequestDrawer } from './request-drawer.tsx'

type Row = OutputOf<typeof requestPage>['rows'][number]
interface Batch {
  kind: 'merge' | 'plan'
  rows: Row[]
}

/** What departments have handed in: taken up, sent back, merged, put into a plan. */
export function Screen() {
  const { rights } = useSession()
  const [search, setSearch] = useSearchParams()
  const [batch, setBatch] = useState<Batch | null>(null)
  const shown = search.get('request')
  const show = (requestId: string | null) =>
    setSearch(
      (now) => {
        if (requestId) now.set('request', requestId)
        else now.delete('request')
        return now
      },
      { replace: true },
    )
  const handles = rights.has('demandManagement') || rights.has('tendering')
  const begin = (kind: Batch['kind'], rows: Row[]) => {
    const fit = rows.filter(({ actions }) => actions.some(({ action }) => action === kind))
    if (fit.length < rows.length)
      toast.error(kind === 'merge' ? '仅待受理、已受理的申报可以合并' : '仅已受理的申报可以列入采购计划')
    else if (kind === 'merge' && fit.length < 2) toast.error('请至少选择两项申报')
    else setBatch({ kind, rows: fit })
    return Promise.resolve()
  }
  return (
    <>
      <ListScreen
        title="申报受理"
        endpoint={requestPage}
        fixed={{ query: { scope: 'handle' } }}
        rowKey={(row) => row.requestId}
        exportAs="申报受理"
        tabs={{ ...REQUEST_TABS, tabs: REQUEST_TABS.tabs.filter(({ value }) => value !== 'draft') }}
        filters={[{ kind: 'text', name: 'keyword', label: '名称或编号' }]}
        columns={requestColumns(show)}
        rowActions={(row) => [
          { label: row.state === 'submitted' && handles ? '办理' : '查看', onClick: () => show(row.requestId) },
        ]}
        {...(handles && {
          batch: [
            { label: '合并', run: (rows: Row[]) => begin('merge', rows) },
            { label: '列入采购计划', run: (rows: Row[]) => begin('plan', rows) },
          ],
        })}
        empty={{ title: '还没有部门提交申报', hint: '部门提交后在这里受理、退回、合并，并列入采购计划' }}
      />
      {shown && <RequestDrawer requestId={shown} onClose={() => show(null)} />}
      {batch && <BatchDialog batch={batch} onClose={() => setBatch(null)} />}
    </>
  )
}

function BatchDialog({ batch: { kind, rows }, onClose }: { batch: Batch; onClose: () => void }) {
  const requestIds = rows.map(({ requestId }) => requestId)
  const common = {
    initial: { title: rows[0]!.title },
    fields: [
      {
        kind: 'text' as const,
        name: 'title',
        label: kind === 'merge' ? '合并后的名称' : '计划名称',
        required: true,
        maxLength: 100,
      },
    ],
    input: ({ title }: { title: string }) => ({ body: { title, requestIds } }),
    onClose,
  }
  const names = rows.map(({ title, code }) => `${title}（${code}）`).join('、')
  return kind === 'merge' ? (
    <ActionDialog
      {...common}
      title="合并申报"
      endpoint={mergeRequests}
      hint={`将 ${names} 合并为一项，各行保留来源，申报人收到通知。`}
      success="已合并"
    />
  ) : (
    <ActionDialog
      {...common}
      title="列入采购计划"
      endpoint={createPurchasePlan}
      hint={`将 ${names} 编为一个采购计划，之后转为采购项目。`}
      success="采购计划已建立"
    />
  )
}
