"""Writes LS-DYNA keyword cards in fixed-width fields.

A `DeckWriter` is a thin layer over a text file: each method writes one keyword with a `$#` line of field names above
each card. Large tables (nodes, elements, masses) are formatted in slabs of rows, so that memory stays bounded and ten
million elements take about a minute. The output depends on the arguments alone.
"""
import numpy as np

ROWS_PER_SLAB = 100_000

UNITS_COMMENT = [
    "Units: mm, ms, kg, kN, GPa, J.  Hence velocity mm/ms (= m/s), density kg/mm3, stress GPa (= kN/mm2).",
]


def field(value, width=10):
    """One card field: text or number, right-aligned in `width` columns, numbers with as many digits as fit."""
    if value is None:
        return " " * width
    if isinstance(value, str):
        return value.rjust(width)
    if isinstance(value, (int, np.integer)):
        return f"{value:{width}d}"
    value = float(value)
    for digits in range(width - 1, 0, -1):
        text = f"{value:.{digits}g}"
        if "e" in text:                      # shorten 1.2e-06 to 1.2e-6
            mantissa, exponent = text.split("e")
            text = f"{mantissa}e{int(exponent)}"
        elif "." not in text:
            text += ".0" if len(text) + 2 <= width - 1 else "."
        if len(text) <= width - 1:
            return text.rjust(width)
    raise ValueError(f"{value} does not fit a field of {width} columns")


class DeckWriter:
    """Writes keywords to an open text file; call `end()` last."""

    def __init__(self, stream, title, comments):
        self.stream = stream
        self.line("*KEYWORD")
        for text in UNITS_COMMENT + list(comments):
            self.line("$ " + text)
        self.keyword("TITLE")
        self.line(title[:80])

    def line(self, text):
        self.stream.write(text + "\n")

    def keyword(self, name):
        self.line("$")
        self.line("*" + name)

    def card(self, names, values, width=10):
        """One card with its comment line of field names; trailing empty fields may be left out of both."""
        names = names.split()
        self.line("$#" + "".join(name.rjust(width) for name in names)[2:])
        self.line("".join(field(value, width) for value in values).rstrip())

    def table(self, row_format, columns):
        """Rows of numbers, `row_format` in printf style with one conversion per column."""
        columns = [np.asarray(column) for column in columns]
        n_rows = len(columns[0])
        for start in range(0, n_rows, ROWS_PER_SLAB):
            slab = [column[start:start + ROWS_PER_SLAB].tolist() for column in columns]
            self.stream.write("".join(map((row_format + "\n").__mod__, zip(*slab))))

    # ---- mesh -----------------------------------------------------------------------------------------------------
    def nodes(self, ids, xyz):
        self.keyword("NODE")
        self.line("$#   nid               x               y               z      tc      rc")
        zero = np.zeros(len(ids), dtype=int)
        self.table("%8d%16.6f%16.6f%16.6f%8d%8d", [ids, xyz[:, 0], xyz[:, 1], xyz[:, 2], zero, zero])

    def shells(self, ids, part_ids, nodes):
        self.keyword("ELEMENT_SHELL")
        self.line("$#   eid     pid      n1      n2      n3      n4")
        self.table("%8d" * 6, [ids, part_ids, *nodes.T])

    def beams(self, ids, part_ids, nodes):
        self.keyword("ELEMENT_BEAM")
        self.line("$#   eid     pid      n1      n2")
        self.table("%8d" * 4, [ids, part_ids, *nodes.T])

    def solids(self, ids, part_ids, nodes):
        self.keyword("ELEMENT_SOLID")
        self.line("$#   eid     pid      n1      n2      n3      n4      n5      n6      n7      n8")
        self.table("%8d" * 10, [ids, part_ids, *nodes.T])

    def discrete(self, rows):
        """rows: (id, part, node, node, orientation, deflection at the start) of each spring or damper."""
        self.keyword("ELEMENT_DISCRETE")
        self.line("$#   eid     pid      n1      n2     vid               s      pf          offset")
        for number, part, one, other, orientation, offset in rows:
            self.line(f"{number:8d}{part:8d}{one:8d}{other:8d}{orientation:8d}{1.0:16.1f}{1:8d}{offset:16.6f}")

    def masses(self, ids, node_ids, masses):
        self.keyword("ELEMENT_MASS")
        self.line("$#   eid     nid            mass     pid")
        self.table("%8d%8d%16.8g%8d", [ids, node_ids, masses, np.zeros(len(ids), dtype=int)])

    # ---- sets, curves ---------------------------------------------------------------------------------------------
    def id_list(self, ids):
        """Eight ids a card."""
        ids = [int(i) for i in ids]
        self.line("$#" + "".join(f"id{k + 1}".rjust(10) for k in range(8))[2:])
        for start in range(0, len(ids), 8):
            self.line("".join(f"{i:10d}" for i in ids[start:start + 8]))

    def node_set(self, set_id, ids):
        self.keyword("SET_NODE_LIST")
        self.card("sid da1 da2 da3 da4", [set_id, 0.0, 0.0, 0.0, 0.0])
        self.id_list(ids)

    def part_set(self, set_id, ids):
        self.keyword("SET_PART_LIST")
        self.card("sid da1 da2 da3 da4", [set_id, 0.0, 0.0, 0.0, 0.0])
        self.id_list(ids)

    def curve(self, curve_id, points):
        self.keyword("DEFINE_CURVE")
        self.card("lcid sidr sfa sfo offa offo dattyp", [curve_id, 0, 1.0, 1.0, 0.0, 0.0, 0])
        self.line("$#                a1                  o1")
        for a, o in points:
            self.line(f"{a:20.8g}{o:20.8g}")

    # ---- parts, sections, materials -------------------------------------------------------------------------------
    def part(self, part_id, title, section_id, material_id, hourglass_id=0):
        self.keyword("PART")
        self.line("$# title")
        self.line(title)
        self.card("pid secid mid eosid hgid grav adpopt tmid", [part_id, section_id, material_id, 0, hourglass_id, 0, 0, 0])

    def section_discrete(self, section_id):
        """Of springs and dampers that act along their line or orientation."""
        self.keyword("SECTION_DISCRETE")
        self.card("secid dro kd v0 cl fd", [section_id, 0, 0.0, 0.0, 0.0, 0.0])
        self.card("cdl tdl", [0.0, 0.0])

    def orientation(self, number, direction):
        """Fixed direction in which springs act."""
        self.keyword("DEFINE_SD_ORIENTATION")
        self.card("vid iop xt yt zt nid1 nid2", [number, 0, *direction, 0, 0])

    def section_shell(self, section_id, thickness, points=3, formulation=2):
        """Thickness [mm], `points` integration points through it; formulation 2: Belytschko-Tsay."""
        self.keyword("SECTION_SHELL")
        self.card("secid elform shrf nip propt qr/irid icomp setyp", [section_id, formulation, 0.833, points, 1, 0, 0, 1])
        self.card("t1 t2 t3 t4 nloc marea idof edgset", [thickness] * 4 + [0, 0.0, 0.0, 0])

    def section_solid(self, section_id, formulation=1):
        """formulation 1: one point; 10, 13: tetrahedra."""
        self.keyword("SECTION_SOLID")
        self.card("secid elform aet", [section_id, formulation, 0])

    def section_truss(self, section_id, area):
        self.keyword("SECTION_BEAM")
        self.card("secid elform shrf qr/irid cst scoor nsm", [section_id, 3, 1.0, 0, 0.0, 0.0, 0.0])
        self.card("a rampt stress", [area, 0.0, 0.0])

    def section_weld_beam(self, section_id, diameter):
        self.keyword("SECTION_BEAM")
        self.card("secid elform shrf qr/irid cst scoor nsm", [section_id, 9, 1.0, 0, 1.0, 0.0, 0.0])
        self.card("ts1 ts2 tt1 tt2 print", [diameter, diameter, 0.0, 0.0, 0.0])

    def hourglass(self, hourglass_id, kind, coefficient):
        self.keyword("HOURGLASS")
        self.card("hgid ihq qm ibq q1 q2 qb/vdc qw", [hourglass_id, kind, coefficient, 0, 1.5, 0.06, coefficient, coefficient])

    def mat_spotweld(self, material_id, elastic, yield_stress, hardening, step, tension, shear):
        """elastic: density, Young's modulus, Poisson's ratio; strengths in tension and shear."""
        self.keyword("MAT_SPOTWELD")
        self.card("mid ro e pr sigy eh dt tfail", [material_id, *elastic, yield_stress, hardening, step, 0.0])
        self.card("efail nrr nrs nrt mrr mss mtt nf", [0.0, tension, shear, shear, 0.0, 0.0, 0.0, 0])

    def mat_elastic(self, material_id, density, young, poisson):
        self.keyword("MAT_ELASTIC")
        self.card("mid ro e pr da db not_used", [material_id, density, young, poisson, 0.0, 0.0, 0])

    def mat_plastic_kinematic(self, material_id, density, young, poisson, yield_stress, tangent, beta, fail=1e20):
        """fail: plastic strain at which an element is deleted."""
        self.keyword("MAT_PLASTIC_KINEMATIC")
        self.card("mid ro e pr sigy etan beta", [material_id, density, young, poisson, yield_stress, tangent, beta])
        self.card("src srp fs vp", [0.0, 0.0, fail, 0.0])

    def mat_rigid(self, material_id, density, young, poisson, cmo=0.0, con1=0, con2=0):
        """cmo 1 with con1 (displacements) and con2 (rotations) constrains the body in global directions."""
        self.keyword("MAT_RIGID")
        self.card("mid ro e pr n couple m alias", [material_id, density, young, poisson, 0.0, 0.0, 0.0, None])
        self.card("cmo con1 con2", [cmo, con1, con2])
        self.card("lco/a1 a2 a3 v1 v2 v3", [0.0] * 6)

    def mat_piecewise_linear_plasticity(self, material_id, density, young, poisson, curve_id, c=0.0, p=0.0, fail=1e21):
        """Yield stress by curve of plastic strain; Cowper-Symonds c [1/ms], p."""
        self.keyword("MAT_PIECEWISE_LINEAR_PLASTICITY")
        self.card("mid ro e pr sigy etan fail tdel", [material_id, density, young, poisson, 0.0, 0.0, fail, 0.0])
        self.card("c p lcss lcsr vp", [c, p, curve_id, 0, 0.0])
        self.card("eps1 eps2 eps3 eps4 eps5 eps6 eps7 eps8", [0.0] * 8)
        self.card("es1 es2 es3 es4 es5 es6 es7 es8", [0.0] * 8)

    def mat_spring_nonlinear(self, material_id, curve_id):
        """Force by curve of deflection, in tension and compression."""
        self.keyword("MAT_SPRING_NONLINEAR_ELASTIC")
        self.card("mid lcd lcr", [material_id, curve_id, 0])

    def mat_damper(self, material_id, damping):
        self.keyword("MAT_DAMPER_VISCOUS")
        self.card("mid dc", [material_id, damping])

    def mat_null(self, material_id, density, young, poisson):
        """Shells without stress; young and poisson serve contact."""
        self.keyword("MAT_NULL")
        self.card("mid ro pc mu terod cerod ym pr", [material_id, density, 0.0, 0.0, 0.0, 0.0, young, poisson])

    def mat_crushable_foam(self, material_id, density, young, poisson, curve_id, tension):
        """Yield stress by curve of volumetric strain; `tension`: stress at which it tears [GPa]."""
        self.keyword("MAT_CRUSHABLE_FOAM")
        self.card("mid ro e pr lcid tsc damp", [material_id, density, young, poisson, curve_id, tension, 0.1])

    # ---- boundary and initial conditions --------------------------------------------------------------------------
    def spc_set(self, set_id, dofs, death=None):
        """dofs: six 0/1 flags, x y z rx ry rz; death: they hold until that time [ms]."""
        self.keyword("BOUNDARY_SPC_SET" + ("" if death is None else "_BIRTH_DEATH"))
        self.card("nsid cid dofx dofy dofz dofrx dofry dofrz", [set_id, 0, *dofs])
        if death is not None:
            self.card("birth death", [0.0, death])

    def load_nodes(self, set_id, direction, curve, scale):
        """A force on each node of a set; direction 1 to 3: x, y, z."""
        self.keyword("LOAD_NODE_SET")
        self.card("nsid dof lcid sf cid m1 m2 m3", [set_id, direction, curve, scale, 0, 0, 0, 0])

    def pressure(self, set_id, faces, curve, scale):
        """A pressure [GPa] on faces (n, 4) of nodes; positive against their normals."""
        self.keyword("SET_SEGMENT")
        self.card("sid da1 da2 da3 da4", [set_id, 0.0, 0.0, 0.0, 0.0])
        self.table("%10d" * 4, list(np.asarray(faces).T))
        self.keyword("LOAD_SEGMENT_SET")
        self.card("ssid lcid sf at", [set_id, curve, scale, 0.0])

    def damping(self, value):
        """Force over mass and velocity [1/ms] on all motion."""
        self.keyword("DAMPING_GLOBAL")
        self.card("lcid valdmp stx sty stz srx sry srz", [0, value, *[0.0] * 6])

    def prescribed_motion(self, kind, target, direction, curve, quantity=0, vector=0):
        """kind: NODE, SET or RIGID; direction 1 to 3 along, 5 to 7 about x, y, z, 4 along `vector`; quantity 0 velocity,
        2 displacement, by curve over time."""
        self.keyword("BOUNDARY_PRESCRIBED_MOTION_" + kind)
        self.card("typeid dof vad lcid sf vid death birth", [target, direction, quantity, curve, 1.0, vector, 1e28, 0.0])

    def vector(self, vector_id, direction):
        self.keyword("DEFINE_VECTOR")
        self.card("vid xt yt zt xh yh zh cid", [vector_id, 0.0, 0.0, 0.0, *direction, 0])

    def initial_velocity_all(self, velocity):
        """Every node of the model moves with `velocity` [mm/ms]."""
        self.initial_velocity_set(0, velocity)

    def initial_velocity_set(self, node_set, velocity):
        """Every node of a set moves with `velocity` [mm/ms]; set 0 holds all nodes."""
        self.keyword("INITIAL_VELOCITY")
        self.card("nsid nsidex boxid irigid icid", [node_set, 0, 0, 0, 0])
        self.card("vx vy vz vxr vyr vzr", [*velocity, 0.0, 0.0, 0.0])

    def initial_velocity_parts(self, part_set, velocity):
        """Every node of a part set moves with `velocity` [mm/ms]."""
        self.keyword("INITIAL_VELOCITY_GENERATION")
        self.card("id styp omega vx vy vz ivatn icid", [part_set, 1, 0.0, *velocity, 0, 0])
        self.card("xc yc zc nx ny nz phase irigid", [0.0] * 6 + [0, 0])

    def initial_velocity_part(self, part_id, velocity):
        """Every node of one part moves with `velocity` [mm/ms]."""
        self.keyword("INITIAL_VELOCITY_GENERATION")
        self.card("id styp omega vx vy vz ivatn icid", [part_id, 2, 0.0, *velocity, 0, 0])
        self.card("xc yc zc nx ny nz phase irigid", [0.0] * 6 + [0, 0])

    def gravity(self, curve_id, acceleration):
        """Weight in -z: LS-DYNA's body loads accelerate the frame, so that a positive value pulls down."""
        self.keyword("LOAD_BODY_Z")
        self.card("lcid sf lciddr xc yc zc cid", [curve_id, acceleration, 0, 0.0, 0.0, 0.0, 0])

    def initial_velocity_rigid_body(self, part_id, velocity):
        self.keyword("INITIAL_VELOCITY_RIGID_BODY")
        self.card("pid vx vy vz vxr vyr vzr icid", [part_id, *velocity, 0.0, 0.0, 0.0, 0])

    def rigid_wall(self, point, normal, friction, edge=None):
        """Fixed plane; nodes stay on the side the normal points to. Infinite, or (l edge's direction, l, m) from `point`."""
        self.keyword("RIGIDWALL_PLANAR" + ("_FINITE" if edge else ""))
        self.card("nsid nsidex boxid offset birth death rwksf", [0, 0, 0, 0.0, 0.0, 1e20, 1.0])
        head = [p + n for p, n in zip(point, normal)]
        self.card("xt yt zt xh yh zh fric wvel", [*point, *head, friction, 0.0])
        if edge:
            direction, length_l, length_m = edge
            self.card("xhev yhev zhev lenl lenm", [*[p + d for p, d in zip(point, direction)], length_l, length_m])

    # ---- contact --------------------------------------------------------------------------------------------------
    def contact(self, kind, side_a, side_b, friction, soft=1, name=None, damping=20.0, soft_scale=0.1,
                birth=0.0):
        """`side_a`, `side_b`: (id, type), type 0 segment set, 2 part set, 3 part, 4 node set (side a only), 5 all.

        name: (id, title) of the interface; without it the solver numbers it. damping: percent of critical.
        soft_scale: SOFSCL, of the stiffness of SOFT = 1. birth: it acts from that time on [ms].
        """
        self.keyword("CONTACT_" + kind + ("_ID" if name else ""))
        if name:
            self.line("$#     cid                                                                 title")
            self.line(f"{name[0]:10d}{name[1][:70]}")
        (a, a_type), (b, b_type) = side_a, side_b
        self.card("ssid msid sstyp mstyp sboxid mboxid spr mpr", [a, b, a_type, b_type, 0, 0, 0, 0])
        self.card("fs fd dc vc vdc penchk bt dt", [friction, friction, 0.0, 0.0, damping, 0, birth, 1e20])
        self.card("sfs sfm sst mst sfst sfmt fsf vsf", [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0])
        self.card("soft sofscl lcidab maxpar sbopt depth bsort frcfrq", [soft, soft_scale, 0, 1.025, 2, 2, 0, 1])

    def weld_contact(self, number, title, beams, sheets):
        """Ties the ends of a part of beams to the faces of a part set."""
        self.tied_contact("SPOTWELD", number, title, (beams, 3), (sheets, 2))

    def tied_contact(self, kind, number, title, side_a, side_b):
        """Ties the nodes of side A to the faces of side B; sides as those of `contact`."""
        self.keyword(f"CONTACT_{kind}_ID")
        self.line("$#     cid                                                                 title")
        self.line(f"{number:10d}{title[:70]}")
        (a, a_type), (b, b_type) = side_a, side_b
        self.card("surfa surfb surfatyp surfbtyp saboxid sbboxid sapr sbpr", [a, b, a_type, b_type, 0, 0, 0, 0])
        self.card("fs fd dc vc vdc penchk bt dt", [0.0, 0.0, 0.0, 0.0, 0.0, 0, 0.0, 1e20])
        self.card("sfsa sfsb sast sbst sfsat sfsbt fsf vsf", [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0])

    # ---- constraints ----------------------------------------------------------------------------------------------
    def spotwelds(self, pairs):
        """pairs: (n, 2) node ids. No failure (forces far above any real one)."""
        self.keyword("CONSTRAINED_SPOTWELD")
        self.card("n1 n2 sn ss n m tf ep", [*map(int, pairs[0]), 0.0, 0.0, 1.0, 1.0, 1e20, 1e20])
        for n1, n2 in pairs[1:]:
            self.keyword("CONSTRAINED_SPOTWELD")
            self.line(f"{n1:10d}{n2:10d}       0.0       0.0       1.0       1.0    1.0e20    1.0e20")

    def nodal_rigid_body(self, part_id, set_id):
        self.keyword("CONSTRAINED_NODAL_RIGID_BODY")
        self.card("pid cid nsid pnode iprt drflag rrflag", [part_id, 0, set_id, 0, 0, 0, 0])

    def extra_nodes_set(self, part_id, set_id):
        self.keyword("CONSTRAINED_EXTRA_NODES_SET")
        self.card("pid nsid iflag", [part_id, set_id, 0])

    def joint(self, kind, nodes):
        """kind: SPHERICAL, REVOLUTE, CYLINDRICAL or TRANSLATIONAL; nodes: n1 to n6 as far as it has them."""
        self.keyword("CONSTRAINED_JOINT_" + kind)
        self.card("n1 n2 n3 n4 n5 n6 rps damp", [*map(int, nodes), *[0] * (6 - len(nodes)), 1.0, 0.0])

    # ---- control and output ---------------------------------------------------------------------------------------
    def control(self, end_time, tssfac=0.9, hourglass_kind=4, hourglass_coefficient=0.01, mass_scaled_step=0.0):
        """mass_scaled_step [ms]: smaller elements get mass until their stable step is so long; 0: none do."""
        self.keyword("CONTROL_TERMINATION")
        self.card("endtim endcyc dtmin endeng endmas nosol", [end_time, 0, 0.0, 0.0, 0.0, 0])
        self.keyword("CONTROL_TIMESTEP")
        self.card("dtinit tssfac isdo tslimt dt2ms lctm erode ms1st", [0.0, tssfac, 0, 0.0, -mass_scaled_step or 0.0, 0, 0, 0])
        self.keyword("CONTROL_ENERGY")
        self.card("hgen rwen slnten rylen", [2, 2, 2, 2])
        self.keyword("CONTROL_HOURGLASS")
        self.card("ihq qh", [hourglass_kind, hourglass_coefficient])
        self.keyword("CONTROL_SHELL")
        self.card("wrpang esort irnxx istupd theory bwc miter proj", [20.0, 1, -1, 0, 2, 2, 1, 0])
        self.keyword("CONTROL_BULK_VISCOSITY")
        self.card("q1 q2 type", [1.5, 0.06, 1])
        self.keyword("CONTROL_CONTACT")
        self.card("slsfac rwpnal islchk shlthk penopt thkchg orien enmass", [0.1, 1.0, 1, 2, 1, 0, 1, 0])
        self.card("usrstr usrfrc nsbcs interm xpene ssthk ecdt tiedprj", [0, 0, 10, 0, 4.0, 0, 0, 0])

    def implicit(self, step, n_modes=0, buckling=False, during=0):
        """Statics in steps of `step` [ms], longer or shorter as they converge; or modes, or those of buckling. `during`:
        curve of 1 and, where the run is explicit, 0 over time."""
        self.keyword("CONTROL_IMPLICIT_GENERAL")
        self.card("imflag dt0", [-during or 1, step])
        if not n_modes:
            self.keyword("CONTROL_IMPLICIT_AUTO")
            self.card("iauto", [1])
        else:
            self.keyword("CONTROL_IMPLICIT_BUCKLE" if buckling else "CONTROL_IMPLICIT_EIGENVALUE")
            self.card("nmode" if buckling else "neig", [n_modes])

    def databases(self, interval, plot_interval, kinds=("GLSTAT", "MATSUM")):
        for kind in kinds:
            self.keyword("DATABASE_" + kind)
            self.card("dt binary lcur ioopt", [interval, 1, 0, 1])
        self.keyword("DATABASE_BINARY_D3PLOT")
        self.card("dt lcdt beam npltc psetid", [plot_interval, 0, 0, 0, 0])

    def history_nodes(self, ids):
        self.keyword("DATABASE_HISTORY_NODE")
        self.id_list(ids)

    def cross_section_plane(self, number, point, normal):
        """An infinite plane through which the force is measured."""
        self.keyword("DATABASE_CROSS_SECTION_PLANE_ID")
        self.line("$#    csid                                                                 title")
        self.line(f"{number:10d}")
        self.card("psid xct yct zct xch ych zch radius", [0, *point, *[p + n for p, n in zip(point, normal)], 0.0])
        self.card("xhev yhev zhev lenl lenm id itype", [0.0, 0.0, 0.0, 0.0, 0.0, 0, 0])

    def end(self):
        self.line("*END")
