import { Button, Form } from 'antd'
import { useState } from 'react'
import { CallError, call } from '#web/call.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { focusField } from '#web/kit/focus-field.ts'
import { FormFields } from '#web/kit/form-fields.tsx'
import type { LowPriceRule } from '#features/evaluation/rules/low-price.ts'
import { checkSchedule } from '../../../contract/order.ts'
import { dayOf } from '../../../rules/legal-calendar-days.ts'
import { isRuled, regimeUnder } from '../../../rules/legal-calendar-schedule.ts'
import { REGIMES } from '../../../rules/regimes.ts'
import { dayWords } from '../../../rules/working-days.ts'
import { findingsSummary } from '#web/kit/marked-list.tsx'
import { LegalFindings } from '../legal-findings.tsx'
import { FormSection } from './form-section.tsx'
import type { OrderSchedule } from './schedule-fill.ts'
import { NO_DATES, fillLawfully } from './schedule-fill.ts'
import type { ScheduleField } from '../../../methods/method.ts'
import { useBuyer } from '../use-buyer.ts'
import type { SectionProps } from './step-buyer.ts'
import { amounts, useLawOf } from './use-law.ts'

/** The dates, with what the legal calendar says of them while they are being chosen. */
export function ScheduleSection({ project }: SectionProps) {
  const form = Form.useFormInstance()
  const { method } = useBuyer()
  const { projectId } = project
  const regime = regimeUnder(project, method.calendar)
  const { labels, typed, follows } = method.dates
  // A date that is not typed is corrected where it follows from.
  const inputOf = (field: ScheduleField) => (typed.includes(field) ? field : (follows[field] ?? field))
  const [busy, setBusy] = useState(false)
  const schedule = { ...NO_DATES, ...Form.useWatch<Partial<OrderSchedule> | undefined>('schedule', form) }
  const estimated = Form.useWatch<string | undefined>('estimatedPrice', form)
  const bond = Form.useWatch<string | undefined>('bond', form)
  const offerRounds = Form.useWatch<number | undefined>(['settings', 'offerRounds'], form) ?? 0
  const lowPriceRule = Form.useWatch<LowPriceRule | undefined>(['settings', 'lowPrice', 'rule'], form)
  const publicised = Form.useWatch<number | undefined>(['settings', 'quote', 'candidateDays'], form)
  const law = useLawOf({
    projectId,
    method: method.code,
    schedule,
    estimated,
    bond,
    offerRounds,
    lowPriceRule,
    candidateDays: method.candidates === 'optional' ? publicised : undefined,
  })

  const fill = async () => {
    setBusy(true)
    try {
      const check = (tried: OrderSchedule) =>
        call(checkSchedule, { body: { ...amounts(estimated, bond), projectId, method: method.code, schedule: tried } })
      const filled = await fillLawfully({ now: clock.now(), regime }, check)
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
      hint={
        {
          live: '所有时间均为北京时间，以服务器时钟为准。竞价开始后不能再变更。',
          sealed:
            method.reveal === 'opening'
              ? '所有时间均为北京时间，以服务器时钟为准。开标在投标截止的同一时间进行（《招标投标法》第三十四条）。'
              : '所有时间均为北京时间，以服务器时钟为准。报价截止后按“开启方式”统一开启。',
          plain: '所有时间均为北京时间，以服务器时钟为准。报名截止不早于公示期满，响应截止后方可协商。',
        }[method.offers]
      }
      extra={
        method.offers === 'sealed' && (
          <Button size="small" loading={busy} onClick={() => void fill()}>
            按法定最短期限填充
          </Button>
        )
      }
    >
      <div className="buyer-schedule">
        <FormFields
          fields={typed.map((name) => ({
            kind: 'instant',
            name: `schedule.${name}`,
            label: labels[name]!,
            future: true,
            required: true,
            help: dayHelp(schedule[name], law.restDays),
          }))}
        />
        {isRuled(method.calendar) && (
          <aside className="buyer-schedule-law kb-box" aria-label="法定日历">
            <h3 className="kb-flex kb-gap-12 kb-flat kb-between kb-wrap kb-size-13 kb-below-4">
              法定日历（{REGIMES[regime].label}）<span role="status">{findingsSummary(law.findings)}</span>
            </h3>
            <LegalFindings
              findings={law.findings}
              onSuggestion={({ field, at }) => form.setFieldValue(['schedule', inputOf(field)], at)}
              onShow={(field) => focusField(['schedule', inputOf(field)])}
            />
            {law.failed && <p className="kb-bad">{law.failed}</p>}
          </aside>
        )}
      </div>
    </FormSection>
  )
}

/** The weekday of a date, and whether people rest on it. */
function dayHelp(at: string | null, restDays: readonly string[]): string {
  return at ? dayWords(dayOf(at), restDays) : ''
}
