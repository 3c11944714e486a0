import { Button, Drawer, Form } from 'antd'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type * as z from 'zod'
import type { Field } from './form-fields.tsx'
import { FormFields } from './form-fields.tsx'
import { useCloseGuard } from './form-modal.tsx'
import { problemsIn, useFieldErrors } from './use-field-errors.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'
import type { Outcome } from '../use-call.ts'

interface FormDrawerProps<V extends object> {
  title: string
  initial: Partial<V>
  fields: Field[]
  label: string
  /** Usually the endpoint's `body`: its issues are shown at the fields before anything is sent. */
  schema?: z.ZodType
  run: (values: V) => Promise<Outcome<unknown>>
  onClose: () => void
  /** Above the fields. */
  children?: ReactNode
}

/** A form beside the list it belongs to: the list stays as it is, mistakes stand at their fields. */
export function FormDrawer<V extends object>(props: FormDrawerProps<V>) {
  const { title, initial, fields, label, schema, run, onClose, children } = props
  const [form] = Form.useForm()
  // Its labels must not name what stands on the page below under the same name.
  const id = useId()
  const [busy, setBusy] = useState(false)
  const check = (values: unknown) => problemsIn(schema?.safeParse(present(values as object)).error?.issues)
  const errors = useFieldErrors(form, check)
  const { close, watched } = useCloseGuard(onClose)
  const send = useOneAtATime(async () => {
    const values = await form.validateFields().catch(() => null)
    if (!values) return
    const all = form.getFieldsValue(true) as V
    const problems = check(all)
    if (problems.length > 0) {
      errors.place(problems)
      return form.scrollToField(problems[0]!.path, { block: 'center', focus: true })
    }
    setBusy(true)
    const outcome = await run(all).finally(() => setBusy(false))
    if (outcome.ok) return onClose()
    errors.showRefusal(outcome.error)
  })
  return (
    <Drawer
      open
      title={title}
      size={640}
      className="kb-drawer-fit"
      onClose={close}
      footer={
        <div className="kb-actions kb-actions-end">
          <Button onClick={close}>取消</Button>
          <Button type="primary" loading={busy} onClick={() => void send()}>
            {label}
          </Button>
        </div>
      }
    >
      {children}
      {watched(
        <Form
          form={form}
          name={id}
          layout="vertical"
          initialValues={initial}
          onValuesChange={errors.recheck}
          onFinish={() => void send()}
        >
          <FormFields fields={fields} />
        </Form>,
      )}
    </Drawer>
  )
}

/** Fields left empty are not there: what the endpoint takes for them is its own default. */
function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
