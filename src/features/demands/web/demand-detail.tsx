import { Alert, Button } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { REGIMES } from '#features/procurement/rules/regimes.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Step } from '#web/kit/steps-rail.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useLive } from '#web/live.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { QUESTION_KINDS } from '../contract/shared.ts'
import { demandDetail } from '../contract/demand.ts'
import { DEMAND_SLOTS } from '../contract/slots.ts'
import { PROFILES, profileOf } from '../rules/profiles.ts'
import { type DemandState, SURVEY_MODES } from '../rules/status.ts'
import { type At, placesOf } from './at.ts'
import { FindingsList } from './findings-list.tsx'
import { ItemTable, ParameterTable } from './parts.tsx'
import { ConclusionList } from './survey/conclusion-list.tsx'
import { useDemandActs } from './use-demand-acts.tsx'
import { CATEGORIES, demandTag, planTag } from './words.ts'

type Demand = OutputOf<typeof demandDetail>

/** One demand: what is wanted, where it stands, what came of it. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  useLive(`demand:${demandId}`)
  const navigate = useNavigate()
  const query = useCall(demandDetail, { params: { demandId } })
  const { act, dialog } = useDemandActs(at, demandId)
  const place = placesOf(at)
  return (
    <DetailScreen query={query} back={{ label: PROFILES[at.profile].label, to: place.list }}>
      {(demand) => ({
        title: demand.title,
        status: <StatusTag {...demandTag(demand)} />,
        facts: [demand.code, SURVEY_MODES[demand.mode], `${demand.createdByName}编制`],
        deadline: demand.state === 'surveying' ? { label: '调研截止', at: demand.endsAt } : null,
        steps: stepsOf(demand),
        actions: demand.actions,
        onAction: (action) => void act(action, demand),
        extra:
          demand.state === 'draft'
            ? place.editSurvey(demandId) !== place.edit(demandId) &&
              mayEdit(demand) && <Button onClick={() => void navigate(place.editSurvey(demandId))}>编辑调研内容</Button>
            : demand.mode !== 'none' && <Button onClick={() => void navigate(place.survey(demandId))}>查看调研</Button>,
        notice: (
          <>
            {demand.state === 'withdrawn' && (
              <Alert className="kb-below-16" type="info" showIcon title={`需求已撤回：${demand.withdrawReason}`} />
            )}
            <FindingsList findings={demand.findings} />
            {dialog}
          </>
        ),
        sections: [
          { key: 'basic', title: '基本信息', content: <Basics demand={demand} /> },
          at.side === 'purchaser' &&
            demand.isOwn && {
              key: 'budget',
              title: '预算',
              content: <Parts of={DEMAND_SLOTS.budget} demandId={demandId} />,
            },
          { key: 'items', title: '采购标的', content: <ItemTable items={demand.items} /> },
          { key: 'parameters', title: `需求参数（第 ${demand.version} 版）`, content: <Parameters demand={demand} /> },
          demand.mode !== 'none' && { key: 'survey', title: '需求调研', content: <Survey demand={demand} at={at} /> },
          demand.conclusions.length > 0 && {
            key: 'conclusion',
            title: '调研结论',
            content: <ConclusionList demand={demand} />,
          },
          demand.plans.length > 0 && {
            key: 'plans',
            title: '采购实施计划',
            content: <Plans demand={demand} at={at} />,
          },
          demand.projects.length > 0 && {
            key: 'projects',
            title: '采购项目',
            content: <Link to={place.result(demandId)}>已转为 {demand.projects.length} 个采购项目 ›</Link>,
          },
        ],
      })}
    </DetailScreen>
  )
}

const ORDER: readonly DemandState[] = ['draft', 'surveying', 'ended', 'concluded', 'planned', 'handed']
const STEP_LABELS = ['起草', '调研', '结论', '计划', '审查', '转项目']

function stepsOf({ state, mode }: Demand): Step[] {
  const at = ORDER.indexOf(state)
  // What is done now: a survey that has ended waits for its conclusion, a plan that was passed for its project.
  const now = state === 'withdrawn' ? -1 : [0, 1, 2, 3, 5, 6][at]!
  return STEP_LABELS.flatMap((label, i): Step[] =>
    mode === 'none' && label === '调研'
      ? []
      : [{ key: label, label, state: i < now ? 'done' : i === now ? 'now' : 'next' }],
  )
}

function mayEdit({ actions }: Demand): boolean {
  return actions.some(({ action, reason }) => action === 'edit' && !reason)
}

function Basics({ demand }: { demand: Demand }) {
  const pathOf = (fileId: string) => `/api/workbench/demands/${demand.demandId}/files/${fileId}`
  return (
    <FieldList
      items={[
        demand.ownerName !== demand.purchaserName && { label: '采购人', value: demand.purchaserName },
        demand.ownerName !== demand.purchaserName && { label: '经办单位', value: demand.ownerName },
        { label: '类别', value: [CATEGORIES[demand.category], demand.categoryName].filter(Boolean).join(' / ') },
        { label: '预算金额', value: <AmountText value={demand.budget} capitals /> },
        { label: '适用制度', value: REGIMES[demand.regime].label },
        { label: '期望交付日期', value: demand.wishedOn },
        { label: '交付（实施）地点', value: demand.place },
        { label: '所属地区', value: demand.region },
        { label: '资金来源', value: demand.funds },
        {
          label: '需求特点',
          value: [demand.isPublicService && '公共服务', demand.isComplex && '技术复杂'].filter(Boolean).join('、'),
        },
        { label: '参与编制', value: demand.authors.join('、') },
        demand.noSurveyReason !== '' && { label: '不开展调研的理由', value: demand.noSurveyReason, wide: true },
        ...profileOf(demand.profile).demandFields.map(({ key, label }) => ({ label, value: demand.extras[key] })),
        { label: '采购目的与用途', value: <span className="kb-pre">{demand.purpose}</span>, wide: true },
        {
          label: '需求文件',
          value: <FileList files={demand.files} pathOf={(file) => pathOf(file.fileId)} />,
          wide: true,
        },
      ]}
    />
  )
}

function Parameters({ demand }: { demand: Demand }) {
  const older = demand.versions.filter(({ version }) => version !== demand.version)
  const before = demand.versions.find(({ version }) => version === demand.version - 1)?.parameters
  const reason = demand.versions.find(({ version }) => version === demand.version)?.reason
  return (
    <div className="kb-stack kb-gap-12">
      {reason && <p className="kb-hint">调整理由：{reason}</p>}
      <ParameterTable rows={demand.parameters} {...(before && { before })} />
      {older.map(({ version, madeAt, parameters }) => (
        <details key={version}>
          <summary>
            第 {version} 版（{formatTime(madeAt)}）
          </summary>
          <ParameterTable rows={parameters} />
        </details>
      ))}
    </div>
  )
}

function Survey({ demand, at }: { demand: Demand; at: At }) {
  const place = placesOf(at)
  return (
    <div className="kb-stack kb-gap-12">
      <FieldList
        items={[
          { label: '调研截止', value: formatTime(demand.endsAt) },
          { label: '应答保密', value: demand.hidesAnswers ? '截止前对本单位保密' : '提交后即可查看' },
          demand.state !== 'draft' && {
            label: '报名',
            value: (
              <Link to={place.trades(demand.demandId)}>
                {demand.signedUp} 家{demand.waiting > 0 && `，${demand.waiting} 家待审核`} ›
              </Link>
            ),
          },
          demand.state !== 'draft' && { label: '应答', value: `${demand.answers} 份` },
          demand.invitees.length > 0 && {
            label: '受邀供应商',
            value: demand.invitees.map(({ name }) => name).join('、'),
            wide: true,
          },
        ]}
      />
      {demand.questions.length > 0 && (
        <DataTable
          label="调研问卷"
          rows={demand.questions}
          rowKey={(row) => row.questionId}
          columns={[
            { key: 'title', title: '问题', isHead: true, value: (row) => row.title },
            { key: 'kind', title: '回答方式', width: 110, value: (row) => QUESTION_KINDS[row.kind] },
            { key: 'options', title: '选项', value: (row) => row.options.join('、') },
            { key: 'required', title: '必答', width: 72, value: (row) => (row.isRequired ? '是' : '否') },
          ]}
        />
      )}
    </div>
  )
}

function Plans({ demand, at }: { demand: Demand; at: At }) {
  const place = placesOf(at)
  return (
    <ul className="kb-stack kb-gap-8">
      {demand.plans.map(({ planId, no, state, method, updatedAt }) => (
        <li key={planId} className="kb-row kb-gap-12 kb-wrap">
          <StatusTag {...planTag(state as 'draft')} />
          <Link to={place.plan(planId, 'review')}>
            第 {no} 版，{METHODS.find(({ code }) => code === method)?.name} ›
          </Link>
          <span className="kb-muted">{formatTime(updatedAt)}</span>
        </li>
      ))}
    </ul>
  )
}
