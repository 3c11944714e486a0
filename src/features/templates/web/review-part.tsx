import { Form, Select } from 'antd'
import type { PropsOf } from '#contract/slot.ts'
import type { ORDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { ReviewMethod } from '#features/evaluation/rules/enums.ts'
import { CallError, call } from '#web/call.ts'
import { ask, toast } from '#web/feedback.ts'
import { useCall } from '#web/use-call.ts'
import { usableTemplate, usableTemplates } from '../contract/choices.ts'
import type { ContentOf } from '../contract/content.ts'

/** Loads a published review template into the form: method, committee, ways, price. Nothing where there is none. */
export function Part({ isEmpty, onLoad }: PropsOf<typeof ORDER_SLOTS.reviewTemplate>) {
  const form = Form.useFormInstance()
  const loaded = Form.useWatch<string | undefined>(['settings', 'selectionVersion'], { form, preserve: true })
  const { data: templates = [] } = useCall(
    usableTemplates,
    { params: { kind: 'selection' }, query: {} },
    { fresh: 60_000 },
  )
  if (templates.length === 0) return null

  const load = async (versionId: string) => {
    const name = templates.find((one) => one.versionId === versionId)?.name ?? ''
    const question = `将以《${name}》替换现有的评审办法、评审项和价格评分，确认载入？`
    if (!isEmpty && !(await ask({ title: '载入评审模板', content: question }))) return
    try {
      const { content } = await call(usableTemplate, { params: { versionId } })
      const { reviewMethod, committeeSize, ways, price } = content as ContentOf<'selection'>
      form.setFieldsValue({ reviewMethod, settings: { committeeSize, price, selectionVersion: versionId } })
      // Through the control, so that the form knows of the change and keeps it.
      onLoad(ways)
      toast.success(`已载入《${name}》（${ReviewMethod.label(reviewMethod)}）`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.handled) toast.error(error.message)
    }
  }
  return (
    <Select
      size="small"
      className="buyer-selection"
      aria-label="评审模板"
      placeholder="载入评审模板"
      value={templates.some((one) => one.versionId === loaded) ? loaded! : null}
      options={templates.map((one) => ({
        value: one.versionId,
        label: `${one.name}${one.isPreset ? '（平台）' : ''}`,
      }))}
      onChange={(versionId: string) => void load(versionId)}
    />
  )
}
