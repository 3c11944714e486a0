import { Alert } from 'antd'
import { Link } from 'react-router'
import { PageHead } from '#web/kit/page-head.tsx'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { copiesRemain } from '../contract/copies.ts'
import { companyExists } from '../contract/company.ts'
import { CompanyPart } from './company-part.tsx'
import { OwnPart } from './own-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { SealPart } from './seal-part.tsx'
import './e-sign.css'

/** Opening of electronic signatures: the company, its seal, the people who sign, and oneself. */
export function Screen() {
  const { rights } = useSession()
  const isKeeper = rights.has('businessManagement')
  const { data } = useCall(companyExists, {})
  const { data: remain } = useCall(copiesRemain, {})
  const mayBuy = ['finance', 'bidding', 'caCentre'].some((right) => rights.has(right))
  return (
    <>
      <PageHead
        title="电子签章"
        facts={[data?.isOpened ? '企业已开通' : '企业未开通', remain && `剩余 ${remain.copies} 份`]}
        actions={mayBuy && <Link to="/services/e-signature/buy">购买份数 ›</Link>}
      />
      <Alert
        className="kb-above-12 kb-below-16"
        type="info"
        showIcon
        title="未接入第三方 CA 机构时，签署使用平台演示 CA 的证书：可验证文件未被篡改，但不具有《电子签名法》规定的可靠电子签名的效力。"
      />
      {isKeeper ? (
        <CompanyPart />
      ) : (
        data && !data.isOpened && <p className="kb-note">企业尚未开通电子签章，请联系企业管理员申请开通</p>
      )}
      {data?.isOpened && <SealPart isKeeper={isKeeper} />}
      <OwnPart />
      {isKeeper && data?.isOpened && <PeoplePart />}
    </>
  )
}
