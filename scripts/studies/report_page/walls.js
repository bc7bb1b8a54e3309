// Rigid walls behind the mesh, in one colour; one can look through those between the camera and the model.

const WALL = { face: [228, 225, 218], edge: [168, 164, 154], through: 0.2 };

const WALL_VERTEX = `#version 300 es
layout(location = 0) in vec3 place; uniform mat4 camera;
void main() { gl_Position = camera * vec4(place, 1.0); }`;

const WALL_FRAGMENT = `#version 300 es
precision highp float; uniform vec4 paint; out vec4 shown;
void main() { shown = paint; }`;

/** Puts the blocks of the walls where the shaders read them. */
function uploadWalls(viewer) {
  const { gl, block } = viewer;
  if (!block.walls.length) return;
  viewer.wallProgram = program(gl, WALL_VERTEX, WALL_FRAGMENT);
  const triangles = block.wall_faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  viewer.walls = block.walls.map(({ points, normal }) => {
    const shape = (corners) => {
      const vertices = gl.createVertexArray();
      gl.bindVertexArray(vertices);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(corners.flatMap((corner) => points[corner])), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      return { vertices, count: corners.length };
    };
    return { normal, faces: shape(triangles), edges: shape(block.wall_edges.flat()) };
  });
}

/** Draws the walls over what is there, with the camera of the mesh. */
function paintWalls(viewer, view) {
  const { gl, wallProgram: p } = viewer;
  if (!viewer.walls || !viewer.showWalls) return;
  gl.useProgram(p);
  gl.uniformMatrix4fv(gl.getUniformLocation(p, "camera"), false, view.matrix);
  const put = (shape, kind, colour, opacity) => {
    gl.uniform4fv(gl.getUniformLocation(p, "paint"), [...colour.map((v) => v / 255), opacity]);
    gl.bindVertexArray(shape.vertices);
    gl.drawArrays(kind, 0, shape.count);
  };
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE); // the canvas stays opaque
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(1, 1); // edges and the nodes that touch the wall lie in front of it
  const hides = ({ normal }) => dot(normal, view.back) < -0.2;
  for (const through of [false, true]) {
    gl.depthMask(!through);
    for (const wall of viewer.walls.filter((wall) => hides(wall) === through)) {
      put(wall.faces, gl.TRIANGLES, WALL.face, through ? WALL.through : 1);
      put(wall.edges, gl.LINES, WALL.edge, 1);
    }
  }
  gl.depthMask(true);
  gl.disable(gl.POLYGON_OFFSET_FILL);
  gl.disable(gl.BLEND);
}
