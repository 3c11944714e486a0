import { Alert, Button } from 'antd'
import { formatDate } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { currentSeal, makeSeal, sealPicture } from '../contract/company.ts'
import { Picture } from './picture.tsx'

/** The seal of the company, and making it anew where it is due. */
export function SealPart({ isKeeper }: { isKeeper: boolean }) {
  const query = useCall(currentSeal, {})
  const make = useAction(makeSeal, { success: '已重新制作印章' })
  return (
    <section className="kb-section kb-above-20" aria-label="电子印章">
      <h2>电子印章</h2>
      <WhenLoaded query={query}>
        {(seal) =>
          seal && (
            <div className="e-sign-seal">
              <Picture
                endpoint={sealPicture}
                input={{ params: { sealId: seal.sealId } }}
                name={`${seal.name}电子印章`}
              />
              <div>
                <FieldList
                  columns={1}
                  items={[
                    { label: '印章名称', value: seal.name },
                    { label: '印章编码', value: seal.code },
                    { label: '规格', value: '圆形，直径 42 毫米' },
                    { label: '有效期', value: `${formatDate(seal.fromAt)} 至 ${formatDate(seal.untilAt)}` },
                    { label: '制作人', value: seal.madeByName },
                  ]}
                />
                {(seal.isExpired || seal.isRenamed) && (
                  <Alert
                    type="warning"
                    showIcon
                    title={seal.isExpired ? '印章已过有效期，不能用于签署' : '企业名称已变更，请重新制作印章'}
                    action={
                      isKeeper && (
                        <Button size="small" onClick={() => void make.run({})}>
                          重新制作
                        </Button>
                      )
                    }
                  />
                )}
              </div>
            </div>
          )
        }
      </WhenLoaded>
    </section>
  )
}
