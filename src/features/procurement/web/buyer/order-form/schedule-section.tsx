import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { CallError, call } from '#web/call.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { FormFields } from '#web/kit/form-fields.tsx'
import { useCall } from '#web/use-call.ts'
import { checkSchedule } from '../../../contract/order.ts'
import type { Finding } from '../../../contract/shared.ts'
import { checkDates } from '../../../rules/legal-calendar-dates.ts'
import { LegalFindings, findingsSummary } from '../legal-findings.tsx'
import { FormSection } from './form-section.tsx'
import type { OrderSchedule } from './schedule-fill.ts'
import { NO_DATES, SCHEDULE_LABELS, fillLawfully } from './schedule-fill.ts'

const METHOD = 1
const PAUSE_MS = 400
const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

interface ScheduleSectionProps {
  projectId: string
  mustTender: boolean
}

/** The dates, with what the legal calendar says of them while they are being chosen. */
export function ScheduleSection({ projectId, mustTender }: ScheduleSectionProps) {
  const form = Form.useFormInstance()
  const [busy, setBusy] = useState(false)
  const schedule = { ...NO_DATES, ...Form.useWatch<Partial<OrderSchedule> | undefined>('schedule', form) }
  const estimated = Form.useWatch<string | undefined>('estimatedPrice', form)
  const bond = Form.useWatch<string | undefined>('bond', form)
  const law = useLawOf({ projectId, schedule, estimated, bond })

  const fill = async () => {
    setBusy(true)
    try {
      const check = async (tried: OrderSchedule) =>
        (
          await call(checkSchedule, {
            body: { ...amounts(estimated, bond), projectId, method: METHOD, schedule: tried },
          })
        ).findings
      const filled = await fillLawfully({ now: clock.now(), mustTender }, check)
      if (!filled) return toast.error('未能找到符合要求的时间安排，请手工填写')
      form.setFieldsValue({ schedule: filled })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.handled) toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormSection
      id="schedule"
      title="时间安排"
      hint="所有时间均为北京时间，以服务器时钟为准。开标时间须与投标截止时间一致。"
      extra={
        <Button size="small" loading={busy} onClick={() => void fill()}>
          按法定最短期限填充
        </Button>
      }
    >
      <div className="buyer-schedule">
        <FormFields
          fields={Object.entries(SCHEDULE_LABELS).map(([name, label]) => ({
            kind: 'instant',
            name: `schedule.${name}`,
            label,
            future: true,
          }))}
        />
        <aside className="buyer-schedule-law" aria-label="法定日历">
          <h3>
            法定日历
            <span role="status">{findingsSummary(law.findings)}</span>
          </h3>
          <LegalFindings findings={law.findings} />
          {law.failed && <p className="buyer-wrong">{law.failed}</p>}
        </aside>
      </div>
    </FormSection>
  )
}

interface LawInput {
  projectId: string
  /** Dates in force of a published order: those that stay may lie behind. */
  before?: OrderSchedule
  schedule: OrderSchedule
  estimated: string | undefined
  bond: string | undefined
}

/** The server's findings about the dates typed, after a pause, with mistakes among the dates themselves in front. */
export function useLawOf({ projectId, schedule, estimated, bond, before }: LawInput): {
  findings: Finding[]
  failed: string
} {
  const wanted = JSON.stringify({ schedule, ...amounts(estimated, bond) })
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const body = {
    projectId,
    method: METHOD,
    ...(JSON.parse(asked) as { schedule: OrderSchedule } & ReturnType<typeof amounts>),
  }
  const query = useCall(checkSchedule, { body }, { keep: true })
  return {
    findings: [...dateMistakes(schedule, clock.now(), before), ...(query.data?.findings ?? [])],
    failed: query.error && !query.error.handled ? query.error.message : '',
  }
}

/** Dates that contradict each other or lie behind, as findings. */
function dateMistakes(schedule: OrderSchedule, now: number, before?: OrderSchedule): Finding[] {
  const names: Record<string, keyof OrderSchedule> = {
    documentSaleStart: 'saleStart',
    documentSaleEnd: 'saleEnd',
    signUpDeadline: 'signUpEnd',
    bidDeadline: 'bidEnd',
    openAt: 'openAt',
  }
  return checkDates(datesOf(schedule), new Date(now), before && datesOf(before)).map(({ path, message }) => ({
    ruleId: `date-${path}`,
    citation: '时间先后',
    title: message,
    ok: false,
    severity: 'block',
    message: `${names[path] ? SCHEDULE_LABELS[names[path]] : ''}：${message}`,
  }))
}

function datesOf(schedule: OrderSchedule) {
  return {
    documentSaleStart: schedule.saleStart,
    documentSaleEnd: schedule.saleEnd,
    signUpDeadline: schedule.signUpEnd,
    bidDeadline: schedule.bidEnd,
    openAt: schedule.openAt,
  }
}

/** Amounts half typed are left out: the bond is then not judged. */
function amounts(estimated: string | undefined, bond: string | undefined): { estimatedPrice: string; bond: string } {
  const known = estimated !== undefined && AMOUNT.test(estimated)
  return { estimatedPrice: known ? estimated : '0', bond: known && bond && AMOUNT.test(bond) ? bond : '0' }
}
