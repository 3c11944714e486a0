import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { methodsOf } from '#features/procurement/methods/all.ts'
import type { Family } from '#features/procurement/methods/family.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { approvalNode } from '#features/workflow/contract/businesses.ts'
import { toast } from '#web/feedback.ts'
import { confirmStep } from '#web/kit/confirm-step.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useLeaveGuard } from '#web/kit/use-leave-guard.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { batchLots, runBatch } from '../contract.ts'
import { packagePlaces, type Side } from '../rules/places.ts'
import { BATCH_STEPS, type BatchStep } from '../rules/steps.ts'
import { BatchFields } from './batch-fields.tsx'
import { BatchReport } from './batch-report.tsx'
import { BatchTable } from './batch-table.tsx'
import { type BatchValues, bodyOf, choicesOf, NOTHING } from './batch-values.ts'

interface BatchProps {
  side: Side
  family: Family
  step: BatchStep
}

/** A step for several orders: which take part, what is said for all of them, and afterwards what became of each. */
export function Screen({ side, family, step }: BatchProps) {
  const { orderIds = '' } = useParams()
  const query = useCall(batchLots, { query: { orderIds, step } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(lots) => <Batch key={step} side={side} family={family} step={step} lots={lots} />}
    </WhenLoaded>
  )
}

type Lots = OutputOf<typeof batchLots>

function Batch({ side, family, step, lots: { rows, missing } }: BatchProps & { lots: Lots }) {
  const { words } = methodsOf(family)[0]!
  const at = packagePlaces(side, family)
  const able = rows.filter(({ blocked }) => blocked === null).map(({ orderId }) => orderId)
  const [values, setValues] = useState<BatchValues>(() => ({ ...NOTHING, choices: choicesOf(rows) }))
  const [left, setLeft] = useState<readonly string[]>([])
  const [report, setReport] = useState<OutputOf<typeof runBatch>['rows'] | null>(null)
  const rule = useCall(approvalNode, { params: { type: 'bidding', node: BATCH_STEPS[step].node } })
  const send = useAction(runBatch, { success: ({ rows: done }) => saidOf(done) })
  const keys = able.filter((id) => !left.includes(id))
  const name = fillWords(words, BATCH_STEPS[step].label)
  const change = (part: Partial<BatchValues>) => setValues((before) => ({ ...before, ...part }))
  useLeaveGuard(() => report === null && values.isTouched, '有未提交的内容，离开后将丢失。')

  const run = async () => {
    const body = bodyOf(step, { values, lots: rows.filter(({ orderId }) => keys.includes(orderId)) })
    if (typeof body === 'string') return toast.error(body)
    const content = `对 ${keys.length} 个采购单逐个办理，不能办理的单独列出原因，不影响其他采购单。发布后不可撤回。`
    const question = { title: `批量${name}`, content, okText: '确认办理', danger: step === 'auction' }
    return confirmStep(question, rule.data, async (held) => {
      const answer = await send.run({ body: { ...body, ...held } as BodyOf<typeof runBatch> })
      if (answer.ok) setReport(answer.data.rows)
    })
  }

  const projectId = rows[0]?.projectId
  return (
    <article>
      <PageHead
        title={`批量${name}`}
        back={projectId ? { label: '采购包', to: at.detail(projectId) } : { label: family.packages!.list, to: at.list }}
        facts={[`${rows.length} 个采购单，可办理 ${able.length} 个`]}
        actions={
          able.length > 0 && (
            <Button
              type="primary"
              danger={step === 'auction'}
              loading={send.busy}
              disabled={keys.length === 0}
              title={keys.length === 0 ? '没有可以办理的采购单' : undefined}
              onClick={() => void run()}
            >
              {`办理 ${keys.length} 个采购单`}
            </Button>
          )
        }
      />
      {missing > 0 && (
        <Alert
          className="kb-above-16"
          type="warning"
          showIcon
          title={`另有 ${missing} 个采购单不存在，或者不属于同一采购项目，未列出`}
        />
      )}
      {report && <BatchReport rows={report} lots={rows} />}
      {rows.length === 0 ? (
        <EmptyState title="没有可以办理的采购单" hint="请从采购包中选择采购单" />
      ) : (
        <>
          <section className="kb-section">
            <h2>采购单</h2>
            <BatchTable
              step={step}
              side={side}
              words={words}
              rows={rows}
              keys={keys}
              onKeys={(chosen) => setLeft(able.filter((id) => !chosen.includes(id)))}
              choices={values.choices}
              onChoice={(orderId, tradeId) =>
                change({ choices: { ...values.choices, [orderId]: tradeId }, isTouched: true })
              }
            />
          </section>
          {able.length > 0 && <BatchFields step={step} words={words} lots={rows} value={values} onChange={change} />}
        </>
      )}
    </article>
  )
}

function saidOf(rows: OutputOf<typeof runBatch>['rows']): string {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  return [
    [count('done'), '个已办理'] as const,
    [count('held'), '个已提交审批'] as const,
    [count('refused'), '个未办理'] as const,
  ]
    .filter(([n]) => n > 0)
    .map(([n, said]) => `${n} ${said}`)
    .join('，')
}
