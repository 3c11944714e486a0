import { Form, Input } from 'antd'
import { toast } from '#web/feedback.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { useFieldErrors } from '#web/kit/use-field-errors.ts'
import { useAction } from '#web/use-call.ts'
import { addBankCard, bankCards, verifyBankCard } from '../contract/services.ts'
import { accountNumberOk } from '../rules/identifiers.ts'

/** A new account in the company's certified name. */
export function AddCard({ accountName, onClose }: { accountName: string; onClose: () => void }) {
  const [form] = Form.useForm<{ bank: string; branch?: string; accountNo: string }>()
  const errors = useFieldErrors(form)
  const add = useAction(addBankCard, { success: '账户已绑定，请留意验证款', refresh: [bankCards], quiet: true })
  const send = async () => {
    const values = await form.validateFields().catch(() => null)
    if (!values) return
    const outcome = await add.run({ body: { ...values, branch: values.branch ?? '' } })
    if (outcome.ok) onClose()
    else if (!errors.placeRefusal(outcome.error) && !outcome.error.handled) toast.error(outcome.error.message)
  }
  return (
    <FormModal
      open
      title="绑定账户"
      okText="绑定"
      cancelText="取消"
      confirmLoading={add.busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onValuesChange={errors.recheck}>
        <Form.Item label="户名" extra="须与认证名称一致">
          <Input value={accountName} disabled />
        </Form.Item>
        <Form.Item name="bank" label="开户银行" rules={[{ required: true, min: 2, message: '请输入开户银行' }]}>
          <Input maxLength={60} placeholder="如：中国工商银行" />
        </Form.Item>
        <Form.Item name="branch" label="支行">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item
          name="accountNo"
          label="银行账号"
          rules={[
            {
              required: true,
              validator: (_, value: string | undefined) =>
                accountNumberOk((value ?? '').replace(/\s/g, ''))
                  ? Promise.resolve()
                  : Promise.reject(new Error('请输入8至30位数字账号')),
            },
          ]}
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={40} />
        </Form.Item>
      </Form>
    </FormModal>
  )
}

/** The amount that arrived. A wrong one costs a try. */
export function VerifyCard({ card, onClose }: { card: { id: string; accountNo: string }; onClose: () => void }) {
  const [form] = Form.useForm<{ amount: string }>()
  const errors = useFieldErrors(form)
  const verify = useAction(verifyBankCard, { success: '账户验证通过', refresh: [bankCards], quiet: true })
  const send = async () => {
    const values = await form.validateFields().catch(() => null)
    if (!values) return
    const outcome = await verify.run({ params: { id: card.id }, body: values })
    if (outcome.ok) onClose()
    else if (!errors.placeRefusal(outcome.error) && !outcome.error.handled) toast.error(outcome.error.message)
  }
  return (
    <FormModal
      open
      title={`验证账户 ${card.accountNo}`}
      okText="验证"
      cancelText="取消"
      confirmLoading={verify.busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onValuesChange={errors.recheck}>
        <Form.Item
          name="amount"
          label="收到的金额（元）"
          extra="0.01 至 0.99 元，填写错误三次后须重新绑定"
          rules={[{ required: true, pattern: /^0\.\d{2}$/, message: '请输入收到的金额，如 0.37' }]}
        >
          <Input inputMode="decimal" autoComplete="off" maxLength={4} placeholder="0.00" />
        </Form.Item>
      </Form>
    </FormModal>
  )
}
