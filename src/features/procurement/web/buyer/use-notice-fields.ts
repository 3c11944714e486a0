import { Form } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { LowPriceTerms } from '#features/evaluation/rules/low-price.ts'
import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { useCall } from '#web/use-call.ts'
import { clock } from '#web/clock.ts'
import { orderInvitees } from '../../contract/follow-up.ts'
import { noticeFields } from '../../contract/notice.ts'
import { orderFields } from '../../rules/order-fields.ts'
import { endOfWorkingDays } from '../../rules/working-days.ts'
import { QuoteTerms } from '../../rules/quote-terms.ts'
import { GroupTerms } from '../../rules/group-terms.ts'
import { SoleTerms } from '../../steps/publicity/terms.ts'
import { useBuyer } from './use-buyer.ts'
import type { OrderValues, ProjectDetail } from './order-form/order-values.ts'

const NONE: FieldValues = {}

/** The live fields of a stored order, by name; empty while they are loaded. */
export function useNoticeFields(orderId: string): FieldValues {
  return useCall(noticeFields, { params: { orderId } }, { fresh: 0 }).data ?? NONE
}

/** The live fields of the order that a form holds, as typed so far; `code` is given by the first save. */
export function useFormFields(project: ProjectDetail, code: string | undefined): FieldValues {
  const form = Form.useFormInstance<OrderValues>()
  const { method } = useBuyer()
  const { orderId = '' } = useParams()
  const isAsked = method.grounds !== undefined && orderId !== ''
  const supplier = useCall(orderInvitees, { params: { orderId } }, { enabled: isAsked }).data?.rows[0]?.name
  const values = Form.useWatch((all: OrderValues) => all, form)
  return useMemo(() => {
    const { settings, schedule, ...typed } = values ?? (form.getFieldsValue(true) as OrderValues)
    return orderFields({
      project,
      purchaser: project.purchaserName,
      agency: project.agencyName ?? undefined,
      title: typed.title ?? '',
      code,
      method: method.code,
      controlPrice: typed.controlPrice ?? null,
      bond: typed.bond ?? '0',
      documentFee: typed.documentFee ?? '0',
      place: typed.place ?? '',
      schedule: settings?.auction ? { ...schedule } : { ...schedule, openAt: schedule?.bidEnd ?? null },
      qualifications: (settings?.qualifications ?? []).flatMap((one) => (one?.name?.trim() ? [one.name.trim()] : [])),
      // The direction is the method's: no field holds it.
      auction: settings?.auction && { ...settings.auction, ...(method.direction && { direction: method.direction }) },
      sale: settings?.sale,
      quote: QuoteTerms.safeParse(settings?.quote).data,
      group: GroupTerms.safeParse(settings?.group).data,
      keyMode: settings?.keyMode,
      decryptMinutes: typed.decryptMinutes,
      ways: settings?.ways ?? [],
      lowPrice: LowPriceTerms.safeParse(settings?.lowPrice).data,
      sole: method.grounds && soleOf(settings?.sole, supplier),
    })
  }, [project, code, method, values, form, supplier])
}

/** The reason as typed so far, publicised from now on. */
function soleOf(given: unknown, supplier: string | undefined) {
  const terms = SoleTerms.safeParse(given ?? {}).data
  return terms && { ...terms, supplier, end: endOfWorkingDays(new Date(clock.now()), terms.days) }
}
