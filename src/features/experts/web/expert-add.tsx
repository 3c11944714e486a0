import { useNavigate } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addExpert, majorTree } from '../contract.ts'
import { bodyOf, type ExpertValues, majorOptions, sectionsOf } from './fields.ts'

/** A new expert of the own library. */
export function Screen() {
  const navigate = useNavigate()
  const majors = useCall(majorTree)
  const add = useAction(addExpert, { success: '已加入专家库' })
  return (
    <WhenLoaded query={majors}>
      {(tree) => (
        <FormScreen<ExpertValues>
          title="新增专家"
          back={{ label: '专家库', to: '/expert/manage' }}
          draft="experts.new"
          initial={{ kind: 'technical' }}
          sections={sectionsOf({ isNew: true, majors: majorOptions(tree) })}
          submit={{
            label: '提交',
            run: (values) => add.run({ body: { ...bodyOf(values), mobile: values.mobile ?? '' } }),
          }}
          onDone={() => void navigate('/expert/manage')}
        />
      )}
    </WhenLoaded>
  )
}
