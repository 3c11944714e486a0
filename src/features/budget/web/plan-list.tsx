import { Button } from 'antd'
import { useState } from 'react'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { planChoices, planPage } from '../contract/plan.ts'
import { budgetPlaces, type Level, LEVELS } from '../rules/levels.ts'
import { PolicyDialog } from './policy-dialog.tsx'
import { UseBar } from './use-bar.tsx'
import { NoticeDialog } from './notice-dialog.tsx'
import { planTag } from './words.ts'

/** Budgets of one level, the year chosen above. */
export function Screen({ level }: { level: Level }) {
  const { rights } = useSession()
  const [open, setOpen] = useState<'policy' | 'notices' | null>(null)
  const choices = useCall(planChoices, { query: { level } })
  const { label } = LEVELS[level]
  const place = budgetPlaces(level)
  const isKeeper = rights.has('budget')
  const years = choices.data?.years ?? []
  return (
    <>
      <ListScreen
        title={label}
        endpoint={planPage}
        fixed={{ query: { level } }}
        rowKey={(row) => row.planId}
        exportAs={label}
        tabs={{
          param: 'state',
          tabs: [
            { value: '', label: '全部' },
            { value: 'draft', label: '草稿' },
            { value: 'approving', label: '审批中' },
            { value: 'inForce', label: '生效' },
            { value: 'closed', label: '已关闭' },
          ],
        }}
        filters={[
          {
            kind: 'select',
            name: 'year',
            label: '年度',
            options: years.map((year) => ({ value: String(year), label: `${year} 年` })),
          },
          { kind: 'text', name: 'keyword', label: '名称或编号' },
        ]}
        secondary={
          isKeeper && (
            <>
              <Button onClick={() => setOpen('notices')}>预算提醒</Button>
              {level === 'annual' && <Button onClick={() => setOpen('policy')}>控制方式</Button>}
            </>
          )
        }
        columns={[
          {
            key: 'title',
            title: '名称',
            value: (row) => row.title,
            render: (row) => <MainCell code={row.code} title={row.title} to={place.detail(row.planId)} />,
          },
          { key: 'year', title: '年度', width: 64, value: (row) => row.year },
          ...(level === 'annual'
            ? []
            : [
                {
                  key: 'department',
                  title: '部门',
                  width: 110,
                  value: (row: { departmentName: string }) => row.departmentName,
                },
              ]),
          { key: 'amount', title: '预算（元）', kind: 'amount', width: 140, value: (row) => row.amount },
          {
            key: 'use',
            title: '使用情况',
            width: 340,
            value: (row) => `已支付 ${row.spent}，已定标 ${row.committed}，预占 ${row.reserved}，可用 ${row.free}`,
            render: (row) => <UseBar figures={row} isDraft={row.state === 'draft'} />,
          },
          {
            key: 'state',
            title: '状态',
            width: 120,
            value: (row) => planTag(row).label,
            render: (row) => <StatusTag {...planTag(row)} />,
          },
        ]}
        rowActions={(row) => [
          row.state === 'draft' && row.pending === null && { label: '编辑', to: place.edit(row.planId) },
          { label: '查看', to: place.detail(row.planId) },
        ]}
        {...(choices.data?.mayWrite && { primary: { label: `新建${label}`, to: place.create } })}
        empty={EMPTY[level]}
      />
      {open === 'policy' && <PolicyDialog onClose={() => setOpen(null)} />}
      {open === 'notices' && <NoticeDialog onClose={() => setOpen(null)} />}
    </>
  )
}

const EMPTY = {
  annual: { title: '还没有年度预算', hint: '编制并生效后，采购单按预算项预占、定标和支付' },
  department: { title: '还没有部门预算', hint: '由年度预算下达到部门，合计不超过年度预算' },
  apply: { title: '还没有预算申请', hint: '部门在本部门预算内为一项采购申请' },
}
