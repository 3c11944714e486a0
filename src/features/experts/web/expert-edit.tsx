import { useNavigate, useParams } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { expertDetail, expertPage, updateExpert } from '../contract.ts'
import { bodyOf, type ExpertValues, sectionsOf } from './fields.ts'

/** Changing an expert of the own library. */
export function Screen() {
  const { expertId = '' } = useParams()
  const navigate = useNavigate()
  const params = { expertId }
  const query = useCall(expertDetail, { params }, { fresh: 0 })
  const update = useAction(updateExpert, { success: '已保存', refresh: [expertPage, expertDetail] })
  return (
    <WhenLoaded query={query}>
      {(expert) =>
        expert.mayEdit ? (
          <FormScreen<ExpertValues>
            title={`编辑专家：${expert.name}`}
            back={{ label: '专家库', to: '/expert/manage' }}
            draft={`experts.${expertId}`}
            facts={[expert.mobile]}
            initial={{ ...editable(expert), majorText: expert.majors.join('、') }}
            sections={sectionsOf({ isNew: false })}
            submit={{ label: '保存', run: (values) => update.run({ params, body: bodyOf(values) }) }}
            onDone={() => void navigate(`/expert/manage/${expertId}/detail`)}
          />
        ) : (
          <EmptyState title="不能修改该专家" hint="只能修改本单位专家库中的专家" />
        )
      }
    </WhenLoaded>
  )
}

function editable({ name, kind, employer, employerCode, title, region }: ExpertValues): ExpertValues {
  return { name, kind, employer, employerCode: employerCode ?? '', title: title ?? '', region: region ?? '' }
}
