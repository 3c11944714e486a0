import { useNavigate } from 'react-router'
import { FormScreen } from '#web/kit/form-screen.tsx'
import { useAction } from '#web/use-call.ts'
import { addExpert, expertPage } from '../contract.ts'
import { bodyOf, type ExpertValues, sectionsOf } from './fields.ts'

/** A new expert of the own library. */
export function Screen() {
  const navigate = useNavigate()
  const add = useAction(addExpert, { success: '已加入本单位专家库', refresh: [expertPage] })
  return (
    <FormScreen<ExpertValues>
      title="新增专家"
      back={{ label: '专家库', to: '/expert/manage' }}
      draft="experts.new"
      initial={{ kind: 'technical' }}
      sections={sectionsOf({ isNew: true })}
      submit={{
        label: '提交',
        run: (values) => add.run({ body: { ...bodyOf(values), mobile: values.mobile ?? '' } }),
      }}
      onDone={() => void navigate('/expert/manage')}
    />
  )
}
