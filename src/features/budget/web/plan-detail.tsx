import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { openFile } from '#web/export.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { answerOf, useAction, useCall } from '#web/use-call.ts'
import { closePlan, exportPlan, planDetail, removePlan, submitPlan } from '../contract/plan.ts'
import { budgetPlaces, CATEGORIES, type Level, LEVELS } from '../rules/levels.ts'
import type { PlanAction } from '../rules/plan-status.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { OrdersOf } from './orders-of.tsx'
import { UseBar } from './use-bar.tsx'
import { planTag } from './words.ts'

type Plan = OutputOf<typeof planDetail>

/** One budget: its lines with their use, orders, versions and history. */
export function Screen({ level }: { level: Level }) {
  const planId = useParams()[LEVELS[level].param] ?? ''
  const params = { planId }
  const navigate = useNavigate()
  const place = budgetPlaces(level)
  const query = useCall(planDetail, { params })
  const [isAdjusting, setAdjusting] = useState(false)
  const [lineId, setLineId] = useState<string>()
  const rule = answerOf(useCall(approvalNode, { params: { type: 'budget', node: LEVELS[level].node } }))
  const submit = useAction(submitPlan, { success: toldOf('已生效') })
  const remove = useAction(removePlan, {
    success: '已删除',
    onDone: () => void navigate(place.list, { replace: true }),
  })
  const close = useAction(closePlan, { success: '已关闭，未使用金额已收回' })
  const acts: Record<PlanAction, (plan: Plan) => unknown> = {
    edit: () => navigate(place.edit(planId)),
    remove: () => remove.run({ params }),
    adjust: () => setAdjusting(true),
    submit: async (plan) =>
      confirmStep(
        {
          title: `提交${LEVELS[level].label}`,
          content: `合计 ${formatAmount(plan.amount)} 元，${plan.lines.length} 项。生效后不能修改，只能调整并保留版本。`,
        },
        await rule(),
        (approval) => submit.run({ params, body: approval }),
      ),
    close: () =>
      askText({
        title: `关闭${LEVELS[level].label}`,
        hint: '关闭后不能再使用，未使用的金额收回上级；有采购单预占时不能关闭。',
        okText: '关闭',
        danger: true,
        run: (reason) => close.run({ params, body: { reason } }),
      }),
  }
  return (
    <DetailScreen query={query} back={{ label: LEVELS[level].label, to: place.list }}>
      {(plan) => ({
        title: plan.title,
        status: <StatusTag {...planTag(plan)} />,
        facts: [plan.code, `${plan.year} 年`, plan.departmentName, `${plan.createdByName}编制`],
        actions: plan.actions,
        onAction: (action) => void acts[action as PlanAction](plan),
        extra: <Button onClick={() => void openFile(exportPlan, { params })}>导出明细</Button>,
        notice: (
          <>
            {plan.state === 'closed' && (
              <Alert className="kb-below-16" type="info" showIcon title={`已关闭：${plan.closeReason}`} />
            )}
            {isAdjusting && <AdjustDialog level={level} plan={plan} onClose={() => setAdjusting(false)} />}
          </>
        ),
        sections: [
          { key: 'basic', title: '总体情况', content: <Basics plan={plan} /> },
          { key: 'lines', title: '预算项', content: <Lines plan={plan} onChoose={chooseOrders(setLineId)} /> },
          plan.state !== 'draft' && {
            key: 'orders',
            title: '采购单',
            content: <OrdersOf planId={planId} {...(lineId && { lineId })} onAll={() => setLineId(undefined)} />,
          },
          plan.parts.length > 0 && { key: 'parts', title: '下级预算', content: <Parts plan={plan} /> },
          plan.versions.length > 0 && { key: 'versions', title: '版本', content: <Versions plan={plan} /> },
          plan.moves.length > 0 && { key: 'moves', title: '变动记录', content: <Moves plan={plan} /> },
        ],
      })}
    </DetailScreen>
  )
}

/** Shows the orders of one line, below. */
function chooseOrders(set: (lineId: string) => void) {
  return (lineId: string) => {
    set(lineId)
    document.getElementById('orders')?.scrollIntoView({ block: 'start' })
  }
}

function Basics({ plan }: { plan: Plan }) {
  return (
    <div className="kb-stack kb-gap-16">
      <UseBar figures={plan} isDraft={plan.state === 'draft'} />
      <FieldList
        items={[
          { label: '预算合计', value: <AmountText value={plan.amount} capitals /> },
          plan.inForceAt !== null && { label: '生效时间', value: formatTime(plan.inForceAt) },
          plan.purpose !== '' && { label: '说明', value: <span className="kb-pre">{plan.purpose}</span>, wide: true },
        ]}
      />
    </div>
  )
}

function Lines({ plan, onChoose }: { plan: Plan; onChoose: (lineId: string) => void }) {
  return plan.lines.map((line) => (
    <div key={line.lineId} className="budget-line">
      <div className="kb-row kb-gap-12 kb-wrap kb-below-8">
        <b>{line.subject}</b>
        <span className="kb-muted">
          {[CATEGORIES[line.category], line.departmentName, line.funds].filter(Boolean).join('，')}
          {line.parentName && `，来自“${line.parentName}”`}
        </span>
        <span>{formatAmount(line.amount)} 元</span>
        {plan.state !== 'draft' && (
          <Button type="link" size="small" onClick={() => onChoose(line.lineId)}>
            查看采购单
          </Button>
        )}
      </div>
      <UseBar figures={line} isDraft={plan.state === 'draft'} />
    </div>
  ))
}

function Parts({ plan }: { plan: Plan }) {
  return (
    <DataTable
      label="下级预算"
      rows={plan.parts}
      rowKey={(row) => row.planId}
      columns={[
        {
          key: 'title',
          title: '名称',
          isHead: true,
          value: (row) => row.title,
          render: (row) => <Link to={budgetPlaces(row.level).detail(row.planId)}>{row.title}</Link>,
        },
        { key: 'level', title: '类型', width: 110, value: (row) => LEVELS[row.level].label },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 150, value: (row) => row.amount },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => planTag({ ...row, version: 1, pending: null }).label,
          render: (row) => <StatusTag {...planTag({ ...row, version: 1, pending: null })} />,
        },
      ]}
    />
  )
}

function Versions({ plan }: { plan: Plan }) {
  return (
    <ol className="kb-stack kb-gap-12">
      {plan.versions.map(({ version, reason, total, decidedByName, decidedAt, lines }, i) => {
        const before = plan.versions[i + 1]?.lines
        const changed = before
          ? lines.filter(({ lineId, amount }) => before.find((one) => one.lineId === lineId)?.amount !== amount)
          : []
        return (
          <li key={version}>
            <b>第 {version} 版</b>
            <span className="kb-muted">
              {' '}
              {formatTime(decidedAt)}，{decidedByName}，合计 {formatAmount(total)} 元{reason && `，原因：${reason}`}
            </span>
            {changed.map(({ lineId, subject, amount }) => (
              <p key={lineId} className="kb-hint">
                {subject}：{formatAmount(before!.find((one) => one.lineId === lineId)?.amount ?? '0')} →{' '}
                {formatAmount(amount)}
              </p>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

function Moves({ plan }: { plan: Plan }) {
  return (
    <DataTable
      label="变动记录"
      rows={plan.moves}
      rowKey={(row) => row.moveId}
      columns={[
        { key: 'at', title: '时间', kind: 'time', width: 140, value: (row) => row.at },
        { key: 'subject', title: '预算项', isHead: true, value: (row) => row.subject },
        { key: 'label', title: '变动', width: 110, value: (row) => row.label },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 150, value: (row) => row.amount },
        { key: 'memo', title: '事由', value: (row) => row.memo },
      ]}
    />
  )
}
