import { features } from '../features.ts'
import { pathsOf } from '../screen.ts'

// Prints one line per screen address, sorted: `npm run addresses`.
const addresses = features.flatMap((feature) => feature.screens).flatMap(pathsOf)
for (const address of [...new Set(addresses)].toSorted()) console.log(address)
