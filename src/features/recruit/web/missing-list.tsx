import { Alert, Form } from 'antd'
import { formatDate } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import type { Category } from '../rules/order.ts'
import { missingOf } from '../rules/trade.ts'
import type { Handed } from './document-fields.tsx'

interface Values {
  categories?: string[]
  documents?: Handed[]
  contactName?: string
  contactPhone?: string
}

/** What is still missing, while the form is filled in: the server asks by the same rules. */
export function MissingList({ wanted, hasLicence }: { wanted: readonly Category[]; hasLicence: boolean }) {
  const form = Form.useFormInstance<Values>()
  const today = formatDate(useNow())
  return (
    <Form.Item noStyle shouldUpdate>
      {() => {
        const {
          categories = [],
          documents = [],
          contactName = '',
          contactPhone = '',
        } = form.getFieldsValue(true) as Values
        const missing = missingOf({ categories, documents, contactName, contactPhone }, { wanted, hasLicence, today })
        if (missing.length === 0) return <Alert type="success" showIcon title="材料齐全，可以提交" />
        return (
          <Alert
            type="warning"
            showIcon
            title={`还缺 ${missing.length} 项`}
            description={
              <ul>
                {missing.map(({ path, message }) => (
                  <li key={path + message}>{message}</li>
                ))}
              </ul>
            }
          />
        )
      }}
    </Form.Item>
  )
}
