import { Button, Form } from 'antd'
import { ERRORS } from '#contract/errors.ts'
import { toast } from '#web/feedback.ts'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { problemsIn, useFieldErrors } from '#web/kit/use-field-errors.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { BasicInfo, basicInfo, updateBasicInfo } from '../contract/company.ts'
import { BusinessType, CompanyScale, INDUSTRIES, INSTITUTION_CATEGORIES, OWNERSHIPS } from '../rules/enums.ts'

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Basic information in place of its list; saved without an audit. */
export function BasicInfoForm({ onDone }: { onDone: () => void }) {
  const query = useCall(basicInfo, {}, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {({ companyType, ...info }) => <Fields companyType={companyType} info={info} onDone={onDone} />}
    </WhenLoaded>
  )
}

function Fields({ companyType, info, onDone }: { companyType: number; info: BasicInfo; onDone: () => void }) {
  const [form] = Form.useForm()
  // '' is "not given": a select would show it as a choice.
  const initial = Object.fromEntries(
    Object.entries(info).map(([name, value]) => [name, value === '' ? undefined : value]),
  )
  const errors = useFieldErrors(form, (values) =>
    problemsIn(BasicInfo.safeParse(given(values as object)).error?.issues),
  )
  const save = useAction(updateBasicInfo, {
    success: '基本信息已保存',
  })
  const fields: Field[] = [
    { kind: 'text', name: 'acronyms', label: '简称', maxLength: 20 },
    { kind: 'select', name: 'scale', label: '规模', options: CompanyScale.options },
    companyType === 2
      ? { kind: 'select', name: 'institutionCategory', label: '单位类别', options: options(INSTITUTION_CATEGORIES) }
      : { kind: 'select', name: 'businessType', label: '经营类型', options: BusinessType.options },
    { kind: 'select', name: 'industry', label: '所属行业', options: options(INDUSTRIES), searchable: true },
    ...(companyType === 1
      ? [{ kind: 'select', name: 'ownership', label: '所有制形式', options: options(OWNERSHIPS) } satisfies Field]
      : []),
    { kind: 'text', name: 'phone', label: '联系电话', type: 'tel', maxLength: 20 },
    { kind: 'text', name: 'website', label: '网址', maxLength: 200 },
    { kind: 'text', name: 'address', label: '办公地址', maxLength: 200 },
    { kind: 'area', name: 'introduction', label: '简介', rows: 4 },
  ]
  const send = async (values: object) => {
    const checked = BasicInfo.safeParse(given(values))
    if (!checked.success) {
      errors.place(problemsIn(checked.error.issues))
      return toast.error(ERRORS.invalid.message)
    }
    const outcome = await save.run({ body: checked.data })
    if (outcome.ok) return onDone()
    errors.showRefusal(outcome.error)
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      onValuesChange={errors.recheck}
      onFinish={(values) => void send(values)}
    >
      <FormFields fields={fields} />
      <div className="kb-actions">
        <Button onClick={onDone}>取消</Button>
        <Button type="primary" htmlType="submit" loading={save.busy}>
          保存
        </Button>
      </div>
    </Form>
  )
}

/** A select that was emptied gives nothing; nothing is what the call's defaults are for. */
function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
}
