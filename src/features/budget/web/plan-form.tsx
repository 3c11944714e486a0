import { Form } from 'antd'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { clock } from '#web/clock.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createPlan, planChoices, planDetail, updatePlan } from '../contract/plan.ts'
import { budgetPlaces, type Level, LEVELS } from '../rules/levels.ts'
import { EMPTY_LINE, type LineRow, LineRows } from './line-rows.tsx'

type Plan = OutputOf<typeof planDetail>
type Body = InputOf<typeof createPlan>['body']
type Values = Omit<Body, 'level' | 'lines'> & { lines: LineRow[] }

/** Drafts a budget of one level, or changes the draft. */
export function Screen({ level }: { level: Level }) {
  const id = useParams()[LEVELS[level].param]
  return id ? <Existing level={level} planId={id} /> : <PlanForm level={level} />
}

function Existing({ level, planId }: { level: Level; planId: string }) {
  const query = useCall(planDetail, { params: { planId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(plan) => <PlanForm level={level} plan={plan} />}</WhenLoaded>
}

function PlanForm({ level, plan }: { level: Level; plan?: Plan }) {
  const navigate = useNavigate()
  const target = useRef(plan?.planId ?? '')
  const create = useAction(createPlan, { success: '草稿已保存' })
  const update = useAction(updatePlan, { success: '草稿已保存' })
  const place = budgetPlaces(level)
  const { label } = LEVELS[level]
  const choices = useCall(planChoices, { query: { level } })
  const thisYear = new Date(clock.now()).getFullYear()
  return (
    <FormScreen<Values>
      title={plan ? `编辑${label}` : `新建${label}`}
      back={plan ? { label: plan.title, to: place.detail(plan.planId) } : { label, to: place.list }}
      facts={[plan?.code]}
      draft={`budget.${plan?.planId ?? `new.${level}`}`}
      initial={plan ? valuesOf(plan) : { year: thisYear, lines: [EMPTY_LINE], departmentId: null }}
      sections={[
        {
          title: '基本信息',
          fields: [
            { kind: 'text', name: 'title', label: '名称', required: true, maxLength: 100 },
            {
              kind: 'select',
              name: 'year',
              label: '年度',
              required: true,
              options: [thisYear - 1, thisYear, thisYear + 1].map((year) => ({ value: year, label: `${year} 年` })),
            },
            ...(level === 'annual'
              ? []
              : [
                  {
                    kind: 'select' as const,
                    name: 'departmentId',
                    label: '部门',
                    required: true,
                    options: (choices.data?.departments ?? []).map(({ departmentId, name }) => ({
                      value: departmentId,
                      label: name,
                    })),
                  },
                ]),
            {
              kind: 'area',
              name: 'purpose',
              label: level === 'apply' ? '申请事由' : '说明',
              maxLength: 1000,
              rows: 3,
            },
          ],
        },
        {
          title: '预算明细',
          hint: HINTS[level],
          fields: [
            {
              kind: 'custom',
              name: 'lines',
              label: '预算明细',
              required: true,
              wide: true,
              control: <LinesOfYear level={level} />,
            },
          ],
        },
      ]}
      submit={{
        label: '保存草稿',
        async run(values) {
          const body = bodyOf(values)
          if (plan) return update.run({ params: { planId: plan.planId }, body })
          const outcome = await create.run({ body: { ...body, level } })
          if (outcome.ok) target.current = outcome.data.planId
          return outcome
        },
      }}
      onDone={() => void navigate(place.detail(target.current), { replace: true })}
    />
  )
}

const HINTS = {
  annual: '按科目填写全年预算；可从表格导入。',
  department: '从年度预算的预算项下达，合计不超过年度预算项的可用金额。',
  apply: '从本部门预算的预算项申请，生效后用于一项采购。',
}

/** The lines, with what the level above has in the year that was chosen above. */
function LinesOfYear({ level, ...control }: { level: Level; value?: LineRow[]; onChange?: (rows: LineRow[]) => void }) {
  const year = Form.useWatch<number | undefined>('year')
  const { data } = useCall(planChoices, { query: { level, ...(year && { year }) } }, { keep: true })
  return <LineRows {...control} level={level} departments={data?.departments ?? []} parents={data?.parents ?? []} />
}

function bodyOf({ title, year, departmentId, purpose, lines }: Values): Omit<Body, 'level'> {
  return {
    title,
    year,
    departmentId: departmentId ?? null,
    purpose: purpose ?? '',
    lines: lines.filter(({ subject, amount }) => subject !== '' || amount !== '').map(withoutId),
  }
}

function withoutId({ subject, category, departmentId, funds, amount, parentId }: LineRow) {
  return { subject, category, departmentId, funds, amount, parentId }
}

function valuesOf({ title, year, departmentId, purpose, lines }: Plan): Partial<Values> {
  return { title, year, departmentId, purpose, lines: lines.map(lineOf) }
}

export function lineOf({
  lineId,
  subject,
  category,
  departmentId,
  funds,
  amount,
  parentId,
}: Plan['lines'][number]): LineRow {
  return { lineId, subject, category, departmentId, funds, amount, parentId }
}
