import { Form } from 'antd'
import { type ReactNode, useId } from 'react'
import type * as z from 'zod'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { toast } from '../feedback.ts'
import type { ActionOptions } from '../use-call.ts'
import { useAction } from '../use-call.ts'
import { type Field, FormFields } from './form-fields.tsx'
import { FormModal } from './form-modal.tsx'
import { problemsIn, useFieldErrors } from './use-field-errors.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

interface ActionDialogProps<E extends Endpoint, V extends object> extends Pick<
  ActionOptions<OutputOf<E>>,
  'success' | 'onDone'
> {
  title: string
  endpoint: E
  fields: Field[]
  initial?: Partial<V>
  /** What the call is sent, made of the fields' values. */
  input: (values: V) => InputOf<E>
  /** What the values must be; usually the endpoint's `body`. Its issues stand at the fields. */
  schema?: z.ZodType
  /** What follows from it, above the fields. */
  hint?: ReactNode
  okText?: string
  danger?: boolean
  width?: number
  onClose: () => void
}

/**
 * A dialog that is one call: its fields as data, what is said when it worked. Errors of schema and
 * server stand at their fields; closing asks once something was entered. It is there while it is drawn.
 */
export function ActionDialog<E extends Endpoint, V extends object>(props: ActionDialogProps<E, V>) {
  const {
    title,
    endpoint,
    fields,
    initial,
    input,
    schema,
    hint,
    okText = '确定',
    danger = false,
    width,
    onClose,
  } = props
  const [form] = Form.useForm()
  // Its labels must not name what stands on the page below under the same name.
  const id = useId()
  const check = (values: unknown) => problemsIn(schema?.safeParse(values).error?.issues)
  const errors = useFieldErrors(form, check)
  const { success, onDone } = props
  const action = useAction(endpoint, {
    ...(success === undefined ? {} : { success }),
    ...(onDone ? { onDone } : {}),
  })
  const send = useOneAtATime(async () => {
    const values = (await form.validateFields().catch(() => null)) as V | null
    const problems = values ? check(values) : []
    if (problems.length > 0) errors.place(problems)
    if (!values || problems.length > 0) return toast.error(ERRORS.invalid.message)
    const outcome = await (action.run as (given: InputOf<E>) => ReturnType<typeof action.run>)(input(values))
    if (outcome.ok) return onClose()
    errors.showRefusal(outcome.error)
  })
  return (
    <FormModal
      open
      title={title}
      okText={okText}
      cancelText="取消"
      okButtonProps={{ danger }}
      confirmLoading={action.busy}
      onOk={() => void send()}
      onCancel={onClose}
      {...(width ? { width } : {})}
    >
      {hint && <p className="kb-below-12">{hint}</p>}
      <Form form={form} name={id} layout="vertical" initialValues={initial ?? {}} onValuesChange={errors.recheck}>
        <FormFields fields={fields.map((field) => ({ ...field, wide: true }))} />
      </Form>
    </FormModal>
  )
}
