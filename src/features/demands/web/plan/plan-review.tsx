import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { giveOpinion, planDetail, planReviewers, recallReview, reviewPlan } from '../../contract/plan.ts'
import { type Opinion, OPINIONS, REVIEW_KINDS, type ReviewKind } from '../../rules/plan-status.ts'
import { type At, placesOf } from '../at.ts'
import { ItemTable, ParameterTable } from '../parts.tsx'
import { planTag } from '../words.ts'
import { methodName } from './plan-list.tsx'

type Plan = OutputOf<typeof planDetail>

/** A plan as it is read and reviewed, with the demand it is made for. */
export function PlanReview({ at, planId }: { at: At; planId: string }) {
  const query = useCall(planDetail, { params: { planId } })
  useLive(query.data?.isOwn ? `demand:${query.data.demandId}` : '')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'review' | 'opine' | null>(null)
  const recall = useAction(recallReview, { success: '已撤回审查' })
  const place = placesOf(at)
  const acts: Record<string, () => unknown> = {
    edit: () => navigate(place.plan(planId, 'new')),
    review: () => setDialog('review'),
    opine: () => setDialog('opine'),
    recall: () =>
      askText({
        title: '撤回审查',
        okText: '撤回',
        hint: '已提交的意见不再开启，修改后可重新提交审查。',
        run: (reason) => recall.run({ params: { planId }, body: { reason } }),
      }),
  }
  return (
    <DetailScreen query={query} back={{ label: '采购实施计划', to: place.plans }}>
      {(plan) => ({
        title: `${plan.demandTitle}：采购实施计划`,
        status: <StatusTag {...planTag(plan.state)} />,
        facts: [
          plan.isOwn ? (
            <Link key="demand" to={placesOf({ ...at, profile: plan.profile }).detail(plan.demandId)}>
              {plan.demandCode}
            </Link>
          ) : (
            plan.demandCode
          ),
          `第 ${plan.no} 版`,
          `${plan.createdByName}编制`,
        ],
        actions: plan.actions,
        onAction: (action) => void acts[action]?.(),
        notice: (
          <>
            {dialog === 'review' && <Ask plan={plan} onClose={() => setDialog(null)} />}
            {dialog === 'opine' && <Opine plan={plan} onClose={() => setDialog(null)} />}
          </>
        ),
        sections: [
          { key: 'plan', title: '计划', content: <PlanFields plan={plan} /> },
          { key: 'reviews', title: '审查', content: <Reviews plan={plan} /> },
          { key: 'items', title: '采购标的', content: <ItemTable items={plan.demand.items} /> },
          { key: 'parameters', title: '需求参数', content: <ParameterTable rows={plan.demand.parameters} /> },
          {
            key: 'demand',
            title: '需求与调研结论',
            content: (
              <FieldList
                items={[
                  {
                    label: '参考价格区间',
                    value:
                      plan.demand.priceLow === null
                        ? '无'
                        : `${formatAmount(plan.demand.priceLow)} ～ ${formatAmount(plan.demand.priceHigh)} 元`,
                  },
                  { label: '采购目的与用途', value: <span className="kb-pre">{plan.demand.purpose}</span>, wide: true },
                  { label: '调研结论', value: <span className="kb-pre">{plan.demand.summary}</span>, wide: true },
                ]}
              />
            ),
          },
          plan.versions.length > 1 && {
            key: 'versions',
            title: '各版计划',
            content: (
              <ul className="kb-stack kb-gap-8">
                {plan.versions.map(({ planId: id, no, state, updatedAt }) => (
                  <li key={id} className="kb-row kb-gap-12 kb-wrap">
                    <StatusTag {...planTag(state)} />
                    <Link to={place.plan(id, 'review')}>第 {no} 版 ›</Link>
                    <span className="kb-muted">{formatTime(updatedAt)}</span>
                  </li>
                ))}
              </ul>
            ),
          },
        ],
      })}
    </DetailScreen>
  )
}

function PlanFields({ plan }: { plan: Plan }) {
  const pre = (value: string) => <span className="kb-pre">{value}</span>
  return (
    <div className="kb-stack kb-gap-12">
      <FieldList
        items={[
          { label: '采购方式', value: methodName(plan.method) },
          { label: '计划公告日期', value: plan.announceOn },
          { label: '计划签订合同日期', value: plan.signOn },
          { label: '计划交付日期', value: plan.deliverOn },
          plan.changeReason !== '' && { label: '变更原因', value: plan.changeReason, wide: true },
          { label: '供应商资格条件', value: pre(plan.qualification), wide: true },
          { label: '评审方法和评审因素', value: pre(plan.evaluation), wide: true },
          { label: '合同类型', value: pre(plan.contractType), wide: true },
          { label: '定价方式', value: pre(plan.pricing), wide: true },
          { label: '履约验收方案', value: pre(plan.acceptance), wide: true },
          { label: '风险管控措施', value: pre(plan.risks), wide: true },
          {
            label: '附件',
            value: (
              <FileList
                files={plan.files}
                pathOf={(file) => `/api/workbench/demands/${plan.demandId}/files/${file.fileId}`}
              />
            ),
            wide: true,
          },
        ]}
      />
      <DataTable
        label="采购包"
        rows={plan.lots}
        rowKey={(row) => String(row.lotNo)}
        columns={[
          { key: 'no', title: '包号', kind: 'number', width: 72, value: (row) => row.lotNo },
          { key: 'name', title: '名称', isHead: true, value: (row) => row.name },
          { key: 'budget', title: '预算（元）', kind: 'amount', width: 160, value: (row) => row.budget },
        ]}
      />
    </div>
  )
}

const RESULTS = { passed: '审查通过', returned: '退回修改', recalled: '已撤回' } as const

function Reviews({ plan }: { plan: Plan }) {
  if (plan.reviews.length === 0)
    return (
      <EmptyState
        title="还没有审查"
        hint={plan.isKeyCase ? '预算或性质达到重点审查的范围，由未参与编制的人员审查' : '由未参与编制的人员审查'}
      />
    )
  return (
    <div className="kb-stack kb-gap-16">
      {plan.reviews.map((review) => (
        <div key={review.no} className="kb-stack kb-gap-8">
          <p className="kb-row kb-gap-12 kb-wrap">
            <b>{REVIEW_KINDS[review.kind].label}</b>
            <StatusTag
              label={review.result === '' ? '进行中' : RESULTS[review.result]}
              tone={review.result === 'passed' ? 'success' : review.result === '' ? 'active' : 'warning'}
            />
            <span className="kb-muted">
              {review.openedByName}，{formatTime(review.openedAt)}
            </span>
          </p>
          {review.note !== '' && <p className="kb-hint">{review.note}</p>}
          {review.recallReason !== '' && <p className="kb-hint">撤回原因：{review.recallReason}</p>}
          <DataTable
            label="审查意见"
            rows={review.reviewers}
            rowKey={(row) => row.employeeId}
            columns={[
              { key: 'name', title: '审查人员', width: 120, isHead: true, value: (row) => row.name },
              { key: 'department', title: '部门', width: 160, value: (row) => row.department },
              {
                key: 'opinion',
                title: '意见',
                width: 150,
                value: (row) => opinionText(row, review.result),
              },
              { key: 'reason', title: '内容', value: (row) => row.reason },
              { key: 'at', title: '提交时间', kind: 'time', width: 140, value: (row) => row.givenAt },
            ]}
          />
        </div>
      ))}
    </div>
  )
}

function opinionText(
  { opinion, hasGiven }: { opinion: Opinion | ''; hasGiven: boolean },
  result: Plan['reviews'][number]['result'],
): string {
  if (opinion !== '') return OPINIONS[opinion]
  if (result === 'recalled') return '未开启'
  return hasGiven ? '已提交，全部提交后公开' : '未提交'
}

function Ask({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { data = [] } = useCall(planReviewers, { params: { planId: plan.planId } })
  return (
    <ActionDialog
      title="提交审查"
      endpoint={reviewPlan}
      fields={[
        {
          kind: 'radio',
          name: 'kind',
          label: '审查类型',
          required: true,
          options: Object.entries(REVIEW_KINDS).map(([value, { label, least }]) => ({
            value,
            label: `${label}（至少 ${least} 人）`,
          })),
          help: plan.isKeyCase ? '该需求属于应当开展需求调查的情形，应进行重点审查' : '',
        },
        {
          kind: 'select',
          name: 'employeeIds',
          label: '审查人员',
          required: true,
          multiple: true,
          searchable: true,
          options: data.map(({ employeeId, name, department }) => ({
            value: employeeId,
            label: `${name}（${department}）`,
          })),
          help: '参与需求、结论或计划编制的人员不在其中',
        },
        { kind: 'area', name: 'note', label: '说明', maxLength: 1000, rows: 2 },
      ]}
      initial={{ kind: plan.isKeyCase ? 'key' : 'general', employeeIds: [] as string[], note: '' }}
      input={({ kind, employeeIds, note = '' }: { kind: ReviewKind; employeeIds: string[]; note?: string }) => ({
        params: { planId: plan.planId },
        body: { kind, employeeIds, note },
      })}
      hint="意见全部提交前互不可见；有一人不同意即退回修改。"
      success="已提交审查，审查人员收到通知"
      onClose={onClose}
    />
  )
}

function Opine({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const kind = plan.reviews[0]?.kind ?? 'general'
  return (
    <ActionDialog
      title="提交审查意见"
      endpoint={giveOpinion}
      fields={[
        {
          kind: 'radio',
          name: 'opinion',
          label: '意见',
          required: true,
          options: Object.entries(OPINIONS).map(([value, label]) => ({ value, label })),
        },
        { kind: 'area', name: 'reason', label: '意见内容', maxLength: 2000, rows: 4, help: '有修改建议或不同意时必填' },
      ]}
      input={({ opinion, reason = '' }: { opinion: Opinion; reason?: string }) => ({
        params: { planId: plan.planId },
        body: { opinion, reason },
      })}
      hint={`审查内容：${REVIEW_KINDS[kind].asks}。提交后不能修改。`}
      okText="提交"
      success="意见已提交"
      onClose={onClose}
    />
  )
}
