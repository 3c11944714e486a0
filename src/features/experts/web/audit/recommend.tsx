import { useNavigate } from 'react-router'
import type { FormSection } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { majorTree } from '../../contract.ts'
import { recommendExpert } from '../../contract-audit.ts'
import { bodyOf, type ExpertValues, majorOptions, sectionsOf } from '../fields.ts'

type Values = ExpertValues & { library: 'platform' | 'company'; statement?: string }

const AIM: FormSection = {
  title: '推荐',
  fields: [
    {
      kind: 'radio',
      name: 'library',
      label: '推荐进入',
      required: true,
      options: [
        { value: 'platform', label: '平台专家库（由平台审核）' },
        { value: 'company', label: '本单位专家库（由专家库管理员审核）' },
      ],
    },
    { kind: 'area', name: 'statement', label: '推荐意见', rows: 3 },
  ],
}

/** A company puts somebody forward. */
export function Screen() {
  const navigate = useNavigate()
  const majors = useCall(majorTree)
  const send = useAction(recommendExpert, { success: '已提交审核' })
  return (
    <WhenLoaded query={majors}>
      {(tree) => (
        <FormScreen<Values>
          title="推荐专家"
          back={{ label: '专家审核', to: '/expert/audit' }}
          draft="experts.recommend"
          initial={{ kind: 'technical', library: 'platform' }}
          sections={[AIM, ...sectionsOf({ isNew: true, majors: majorOptions(tree) })]}
          submit={{
            label: '提交审核',
            run: (values) =>
              send.run({
                body: {
                  ...bodyOf(values),
                  mobile: values.mobile ?? '',
                  library: values.library,
                  statement: values.statement ?? '',
                },
              }),
          }}
          onDone={() => void navigate('/expert/audit?direction=from')}
        />
      )}
    </WhenLoaded>
  )
}
