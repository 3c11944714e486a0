import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agreementVector } from './agreement-vector.ts'
import { bondVector } from './bond-vectors.ts'
import { drawVector } from './draw-vectors.ts'
import { jointVector } from './joint-vectors.ts'
import { reviewVectors } from './review-vectors.ts'
import { basicVectors, bidVector } from './vectors.ts'
import { witnessedVector } from './witness-vectors.ts'

/** Writes the test vectors of docs/protocol anew: `node src/demo/record/write-vectors.ts`. Bids are sealed under fresh keys. */
const FOLDER = join(import.meta.dirname, '../../../docs/protocol/vectors')
const write = (name: string, value: object) =>
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(value, null, 1)}\n`)
write('basics', await basicVectors())
write('agreement', agreementVector())
write('bonds', bondVector())
write('draws', await drawVector())
write('joint', await jointVector())
write('reviews', reviewVectors())
for (const suite of ['intl', 'gm'] as const) write(`bid-${suite}`, await bidVector(suite))
write('bid-witnessed', await witnessedVector())
